// Boost.Process, version 1, as agon::bp. Boost 1.86 gave it its own folder and namespace,
// and since 1.88 the old names mean version 2.
#pragma once

#if __has_include(<boost/process/v1/child.hpp>)
#include <boost/process/v1/args.hpp>
#include <boost/process/v1/async_pipe.hpp>
#include <boost/process/v1/child.hpp>
#include <boost/process/v1/error.hpp>
#include <boost/process/v1/exe.hpp>
#include <boost/process/v1/extend.hpp>
#include <boost/process/v1/group.hpp>
#include <boost/process/v1/io.hpp>
#include <boost/process/v1/pipe.hpp>
#include <boost/process/v1/search_path.hpp>
#include <boost/process/v1/start_dir.hpp>
namespace agon {
namespace bp = boost::process::v1;
}
#else
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
namespace agon {
namespace bp = boost::process;
}
#endif
