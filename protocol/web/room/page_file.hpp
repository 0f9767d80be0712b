// The pages that commands write, as files.
#pragma once

#include "protocol/record/output_file.hpp"

namespace agon::page {

/// A page of a match, a tuning, a study or a review. Made again, it may replace an earlier one.
extern const FileKind PAGE_KIND;

} // namespace agon::page
