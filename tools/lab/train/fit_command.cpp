#include "engine/error.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/output_file.hpp"
#include "protocol/record/record_file.hpp"
#include "search/nnue/network_file.hpp"
#include "tools/lab/train/checkpoint.hpp"
#include "tools/lab/train/commands.hpp"

#include <fmt/format.h>

#include <iostream>

namespace agon::train {
namespace {

using program::UsageError;
using program::Words;

constexpr const char* FIT_USAGE =
    R"(agon-train fit FILE... -o NETWORK [OPTIONS]

Trains a network on files of games. The same files, options and number of threads make the
same network on the same kind of processor. A line on standard error after each epoch.
)";
constexpr const char* FIT_EXAMPLES =
    R"(  agon-train fit classic.games -o classic.net --threads 2
  agon-train fit *.games --variant penthalon --start all.net -o penthalon.net
)";

} // namespace

int fit_command(const Words& args) {
    Words files;
    std::string output, start, checkpoint;
    bool resume = false;
    SampleSettings sampling;
    FitSettings settings;
    program::Options options("agon-train fit", FIT_USAGE, FIT_EXAMPLES);
    options.words(files, "FILE", 1, 100'000);
    options.output("output,o", output, "the network to write");
    options.list("variant", sampling.variants, "NAME...", "learn only from games of these rules");
    options.text("start", start, "NETWORK", "start from its weights instead of random ones");
    options.number("score-share", sampling.score_share,
                   "of the search's score in the target; the rest is the game's result", 0, 1);
    options.number(
        "epochs", settings.epochs,
        "times that each position is seen; 0 keeps the evaluation of --start, and learns "
        "only draws",
        0);
    options.number("batch", settings.batch, "positions between two changes of the weights", 1);
    options.number("rate", settings.rate, "at first; falls as a cosine to a hundredth", 0);
    options.number("decay", settings.decay, "of the weights, times the rate, each batch", 0);
    options.number("seed", settings.seed, "of the first weights and the order", 0);
    options.number("threads", settings.threads, "of the training", 1, 1024);
    options.output("checkpoint", checkpoint, "file for the state of the training after each epoch");
    options.flag("resume", resume, "resume from the checkpoint, if there is one");
    options.goes_with("resume", "checkpoint");
    if (!options.read(args)) return 0;
    if (output.empty()) throw UsageError("-o: expected a file; see 'agon-train fit --help'");
    if (settings.epochs == 0 && start.empty()) throw UsageError("--epochs: 0 needs --start");
    const Presets presets;
    for (const std::string& variant : sampling.variants)
        (void)program::choice("--variant", variant,
                              program::words_of(presets.all(), &Preset::name));
    std::vector<std::filesystem::path> inputs(files.begin(), files.end());
    inputs.emplace_back(start);
    require_distinct(inputs, {{"-o", output}, {"--checkpoint", checkpoint}});
    const OutputFile written(output, {"a network of agon", [](std::string_view text) {
                                          return text.starts_with("AGNN");
                                      }});
    if (!checkpoint.empty()) require_kind(checkpoint, CHECKPOINT_KIND);
    FitState state;
    const auto begun = start.empty() ? nullptr : program::reading_file("--start", [&] {
        return search::nnue::load_network(start);
    });
    state.parameters = begun ? to_parameters(*begun) : random_parameters(settings.seed);
    Samples samples = read_samples(files, sampling);
    if (resume && exists(std::filesystem::path(checkpoint))) try {
            state = load_checkpoint(checkpoint, settings, samples.digest()).value();
        } catch (const Error& error) { // earlier versions held out other games
            sampling.by_number = true;
            samples = read_samples(files, sampling);
            try {
                state = load_checkpoint(checkpoint, settings, samples.digest()).value();
            } catch (const Error&) {
                throw Error(error.what());
            }
        }
    if (samples.learned.empty() || samples.held_out.empty())
        throw Error(fmt::format("too few positions to learn from: {}, and {} held out",
                                samples.learned.size(), samples.held_out.size()));
    std::cerr << fmt::format("{} positions to learn from, {} held out\n", samples.learned.size(),
                             samples.held_out.size());
    const std::uint64_t digest = samples.digest();
    fit(samples, settings, state, [&](const EpochReport& report, const FitState&) {
        if (!finite(state))
            throw Error(fmt::format("the training diverged in epoch {}; a lower --rate helps",
                                    report.epoch));
        if (!checkpoint.empty()) save_checkpoint(checkpoint, state, settings, digest);
        std::cerr << fmt::format("epoch {:3} of {}: loss {:.5f}, held out {:.5f}, least possible "
                                 "{:.5f}; {:.0f} positions a second\n",
                                 report.epoch, settings.epochs, report.learned, report.held_out,
                                 report.floor, report.samples_a_second);
    });
    const auto network =
        to_network(state.parameters, settings.epochs == 0 ? begun->trained_on : samples.rules);
    const DrawFit fitted = fit_draws(to_parameters(*network), samples, settings.seed);
    network->draws = fitted.draws;
    std::cerr << fmt::format("draws: log loss {:.4f}, by the score only {:.4f}\n", fitted.held_out,
                             fitted.curve);
    const std::string bytes = write_network(*network);
    (void)search::nnue::read_network(bytes); // throws if a sum could overflow
    written.write(bytes);
    return 0;
}

} // namespace agon::train
