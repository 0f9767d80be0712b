// Whether the tests were built for speed.
#pragma once

namespace support {

// Sanitizers and unoptimized code take minutes for what Release does in seconds.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AGON_TEST_SANITIZED
#endif
#endif
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
    defined(AGON_TEST_SANITIZED)
inline constexpr bool SLOW_BUILD = true;
#else
inline constexpr bool SLOW_BUILD = false;
#endif
#undef AGON_TEST_SANITIZED

/// Of random cases, a slow build tries one in SHARE.
inline constexpr int SHARE = SLOW_BUILD ? 8 : 1;

} // namespace support
