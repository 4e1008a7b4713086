// SPDX-License-Identifier: Apache-2.0
//
// Wrappers around what runs into limits. A candidate that ignores a failed malloc or fork dies of
// something else afterwards, or loops; the status page then still says why. The program's symbols
// come before the libraries', so whatever is loaded calls these.
#include "app/kloupe-host/faults.h"

#include <cerrno>
#include <cstdlib>

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

void noteProcessLimit()
{
    if (loupe::HostStatus *status = loupe::watchedStatus())
        status->processLimitReached = 1;
}

template <typename Function>
Function next(const char *name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" {

pid_t fork() noexcept
{
    static const auto real = next<pid_t (*)()>("fork");
    const pid_t child = real();
    if (child < 0 && errno == EAGAIN)
        noteProcessLimit();
    return child;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                   void *argument) noexcept
{
    using Create = int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    static const auto real = next<Create>("pthread_create");
    const int failed = real(thread, attributes, routine, argument);
    if (failed == EAGAIN)
        noteProcessLimit();
    return failed;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

void *__libc_malloc(std::size_t size);                          // NOLINT: glibc's own names
void *__libc_calloc(std::size_t count, std::size_t size);       // NOLINT
void *__libc_realloc(void *memory, std::size_t size);           // NOLINT
void *__libc_memalign(std::size_t alignment, std::size_t size); // NOLINT

namespace {
void *noted(void *memory, std::size_t size)
{
    if (memory == nullptr && size != 0) {
        if (loupe::HostStatus *status = loupe::watchedStatus())
            status->allocationFailed = 1;
    }
    return memory;
}
} // namespace

void *malloc(std::size_t size) noexcept
{
    return noted(__libc_malloc(size), size);
}

void *calloc(std::size_t count, std::size_t size) noexcept
{
    return noted(__libc_calloc(count, size), count != 0 ? size : 0);
}

void *realloc(void *memory, std::size_t size) noexcept
{
    return noted(__libc_realloc(memory, size), size);
}

void *aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    return noted(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **memory, std::size_t alignment, std::size_t size) noexcept
{
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *got = noted(__libc_memalign(alignment, size), size);
    if (got == nullptr)
        return ENOMEM;
    *memory = got;
    return 0;
}

void *mmap(void *address, std::size_t length, int protection, int flags, int fd,
           off_t offset) noexcept
{
    void *memory = reinterpret_cast<void *>(
        syscall(SYS_mmap, address, length, protection, flags, fd, offset));
    if (memory == MAP_FAILED && errno == ENOMEM)
        noted(nullptr, length);
    return memory;
}

#endif

} // extern "C"
