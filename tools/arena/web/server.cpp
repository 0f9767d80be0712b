#include "tools/arena/web/server.hpp"

#include "engine/error.hpp"
#include "tools/arena/conversation/resources.hpp"
#include "tools/arena/web/request_origin.hpp"
#include "tools/arena/web/site.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <iostream>
#include <set>
#include <string>
#include <utility>

namespace agon::arena {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::asio::ip::tcp;
using ErrorCode = beast::error_code;

constexpr std::chrono::seconds SILENCE_LIMIT{60}; ///< of an open page, which answers pings
constexpr std::chrono::milliseconds PAUSE{100};   ///< after a connection that was not accepted

/// For every document. A page loads only from this server, and no other page can frame it.
void add_safety(http::fields& header) {
    header.set("Content-Security-Policy",
               "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
               "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
               "frame-ancestors 'none'");
    header.set("X-Content-Type-Options", "nosniff");
    header.set("Referrer-Policy", "no-referrer");
    header.set("Cross-Origin-Resource-Policy", "same-origin");
    header.set(http::field::cache_control, "no-store");
}

} // namespace

/// Accepts connections and keeps those that are open.
class Server::Listener : public std::enable_shared_from_this<Listener> {
public:
    class Connection;

    Listener(boost::asio::io_context& loop, const ServerSettings& settings, Site& site)
        : site_(&site), request_limit_(settings.request_limit), acceptor_(loop), pause_(loop) {
        try {
            const tcp::endpoint endpoint(boost::asio::ip::make_address(settings.address),
                                         settings.port);
            acceptor_.open(endpoint.protocol());
            acceptor_.set_option(boost::asio::socket_base::reuse_address(platform::REUSES_ADDRESS));
            acceptor_.bind(endpoint);
            acceptor_.listen();
        } catch (const boost::system::system_error& error) {
            throw Error("cannot serve at " + settings.address + ':' +
                        std::to_string(settings.port) + ": " + error.code().message());
        }
    }

    void accept();
    void stop();
    [[nodiscard]] tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }
    [[nodiscard]] std::chrono::milliseconds request_limit() const { return request_limit_; }
    [[nodiscard]] bool open_to_others() const { return !endpoint().address().is_loopback(); }
    /// Null once the server is gone.
    [[nodiscard]] Site* site() const { return site_; }
    /// Calls `work` with the site. An exception would end the loop and all games, so it goes to
    /// standard error. Returns whether the site is there and did not throw.
    template<class Work>
    bool ask_site(Work work) {
        if (!site_) return false;
        try {
            work(*site_);
            return true;
        } catch (const std::exception& error) {
            std::cerr << "Warning: a page asked for something that failed: " << error.what()
                      << std::endl;
            return false;
        }
    }
    void closed(const std::shared_ptr<Connection>& connection) { connections_.erase(connection); }

private:
    Site* site_;
    std::chrono::milliseconds request_limit_;
    tcp::acceptor acceptor_;
    boost::asio::steady_timer pause_;
    std::set<std::shared_ptr<Connection>> connections_;
};

/// One connection: requests first, then perhaps a WebSocket.
class Server::Listener::Connection : public Peer, public std::enable_shared_from_this<Connection> {
    /// A handler for an operation of the stream. One that was queued before the close does nothing
    /// after it.
    auto unless_closed(void (Connection::*handle)(ErrorCode)) {
        return [self = shared_from_this(), handle](ErrorCode fault, std::size_t = 0) {
            if (!self->closed_) (*self.*handle)(fault);
        };
    }

public:
    Connection(tcp::socket socket, std::shared_ptr<Listener> listener)
        : stream_(std::move(socket)), listener_(std::move(listener)) {}

    void read_request() {
        parser_.emplace();
        parser_->header_limit(MAX_HEADER_BYTES);
        parser_->body_limit(0);
        stream_.expires_after(listener_->request_limit());
        http::async_read(stream_, buffer_, *parser_, unless_closed(&Connection::on_request));
    }

    void send(std::string_view topic, std::string text) override {
        for (auto& [waiting, old] : waiting_)
            if (waiting == topic) {
                old = std::move(text);
                return;
            }
        waiting_.emplace_back(topic, std::move(text));
        write();
    }

    /// Ends the connection at once; can be called twice. The site gets no calls about it
    /// afterwards.
    void close() {
        closed_ = true;
        if (std::exchange(opened_, false))
            listener_->ask_site([this](Site& site) { site.closed(*this); });
        ErrorCode ignored;
        (socket_ ? beast::get_lowest_layer(*socket_) : stream_).socket().close(ignored);
        listener_->closed(shared_from_this());
    }

private:
    void on_request(ErrorCode fault) {
        if (fault == http::error::header_limit)
            return answer(failure(http::status::request_header_fields_too_large));
        const bool too_long = fault == http::error::body_limit;
        if ((fault && !too_long) || !listener_->site()) return close();
        const auto& request = parser_->get();
        const auto host = request[http::field::host];
        const auto origin = request[http::field::origin];
        const bool upgrade = websocket::is_upgrade(request);
        if (!allowed_host({host.data(), host.size()}, listener_->open_to_others()) ||
            (!origin.empty() &&
             !same_origin({origin.data(), origin.size()}, {host.data(), host.size()})))
            return answer(failure(http::status::forbidden));
        if (request.method() != http::verb::get && request.method() != http::verb::head) {
            Response refusal = failure(http::status::method_not_allowed);
            refusal.set(http::field::allow, "GET, HEAD");
            return answer(std::move(refusal));
        }
        if (too_long) return answer(failure(http::status::payload_too_large));
        if (upgrade)
            return request.target() == "/ws" ? open() : answer(failure(http::status::not_found));
        std::string_view path(request.target().data(), request.target().size());
        path = path.substr(0, path.find('?'));
        std::optional<Document> document;
        if (!listener_->ask_site([&](Site& site) { document = site.document(path); }))
            return answer(failure(http::status::internal_server_error));
        answer(document ? response(*document) : failure(http::status::not_found));
    }

    using Response = http::response<http::string_body>;

    static void set_type(Response& response, std::string_view type) {
        response.set(http::field::content_type, beast::string_view(type.data(), type.size()));
    }

    Response response(const Document& document) {
        Response result(http::status::ok, 11);
        set_type(result, document.type);
        if (!document.file_name.empty())
            result.set(http::field::content_disposition,
                       "attachment; filename=\"" + document.file_name + '"');
        result.keep_alive(parser_->get().keep_alive());
        result.body() = document.body;
        return result;
    }

    static Response failure(http::status status) {
        Response result(status, 11);
        set_type(result, TEXT_TYPE);
        result.keep_alive(false);
        result.body() = std::string(http::obsolete_reason(status)) + '\n';
        return result;
    }

    void answer(Response response) {
        add_safety(response);
        response.prepare_payload();
        const bool head = parser_->get().method() == http::verb::head;
        if (head) response.body().clear(); // the length stays that of the document
        response_ = std::move(response);
        stream_.expires_after(listener_->request_limit());
        http::async_write(stream_, response_, unless_closed(&Connection::on_answered));
    }

    void on_answered(ErrorCode fault) {
        if (fault || !response_.keep_alive()) return close();
        response_ = {};
        read_request();
    }

    // --- WebSocket ---

    void open() {
        stream_.expires_never();
        buffer_.clear(); // data before the answer is an error
        socket_.emplace(std::move(stream_));
        socket_->set_option(websocket::stream_base::timeout{listener_->request_limit(),
                                                            SILENCE_LIMIT, true /* pings */});
        socket_->auto_fragment(false); // a text is one frame
        socket_->read_message_max(MAX_MESSAGE_BYTES);
        socket_->async_accept(parser_->get(), unless_closed(&Connection::on_open));
    }

    void on_open(ErrorCode fault) {
        if (fault) return close();
        parser_.reset();
        opened_ = true;
        if (!listener_->ask_site([this](Site& site) { site.opened(*this); })) return close();
        read();
    }

    void read() { socket_->async_read(buffer_, unless_closed(&Connection::on_text)); }

    void on_text(ErrorCode fault) {
        if (fault) return close();
        const std::string text = beast::buffers_to_string(buffer_.data());
        buffer_.clear();
        buffer_.shrink_to_fit();
        if (!listener_->ask_site([&](Site& site) { site.received(*this, text); })) return close();
        read();
    }

    void write() {
        if (writing_ || waiting_.empty() || !opened_) return;
        writing_ = true;
        text_ = std::move(waiting_.front().second);
        waiting_.pop_front();
        socket_->text(true);
        socket_->async_write(boost::asio::buffer(text_), unless_closed(&Connection::on_written));
    }

    void on_written(ErrorCode fault) {
        writing_ = false;
        if (fault) return close();
        write();
    }

    beast::tcp_stream stream_;
    std::optional<websocket::stream<beast::tcp_stream>> socket_; ///< instead of `stream_`
    std::shared_ptr<Listener> listener_;
    beast::flat_buffer buffer_{MAX_HEADER_BYTES + MAX_MESSAGE_BYTES};
    std::optional<http::request_parser<http::string_body>> parser_;
    Response response_;
    bool opened_ = false; ///< the site knows it
    bool closed_ = false;
    bool writing_ = false;
    std::string text_;                                        ///< being written
    std::deque<std::pair<std::string, std::string>> waiting_; ///< topic and text
};

void Server::Listener::accept() {
    acceptor_.async_accept([self = shared_from_this()](ErrorCode fault, tcp::socket socket) {
        if (!self->site_) return;
        if (fault) { // perhaps no descriptors are left
            self->pause_.expires_after(PAUSE);
            return self->pause_.async_wait([self](ErrorCode stopped) {
                if (!stopped && self->site_) self->accept();
            });
        }
        if (self->connections_.size() < max_connections()) {
            const auto connection = std::make_shared<Connection>(std::move(socket), self);
            self->connections_.insert(connection);
            connection->read_request();
        }
        self->accept();
    });
}

void Server::Listener::stop() {
    ErrorCode ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    while (!connections_.empty()) std::shared_ptr(*connections_.begin())->close();
    site_ = nullptr;
}

Server::Server(boost::asio::io_context& loop, const ServerSettings& settings, Site& site)
    : listener_(std::make_shared<Listener>(loop, settings, site)) {
    listener_->accept();
}

std::size_t Server::max_connections() noexcept {
    return std::min(MAX_CONNECTIONS, platform::most_open_files() / 4);
}

Server::~Server() { listener_->stop(); }

std::string Server::url() const {
    const tcp::endpoint endpoint = listener_->endpoint();
    const std::string host = endpoint.address().to_string();
    return "http://" + (endpoint.address().is_v6() ? '[' + host + ']' : host) + ':' +
           std::to_string(endpoint.port()) + '/';
}

std::uint16_t Server::port() const { return listener_->endpoint().port(); }

std::string Server::warning() const {
    if (!listener_->open_to_others()) return "";
    return "Warning: " + url() + " can be reached from other machines, without a password\n";
}

} // namespace agon::arena
