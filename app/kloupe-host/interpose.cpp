// SPDX-License-Identifier: Apache-2.0
//
// Wrappers around functions that run into limits. A candidate that ignores a failed malloc or fork
// crashes later or loops; the status page still records the reason. The program's symbols come
// before those of the libraries, so loaded code calls these.
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

// Parameters have the names of the system's headers.
int pthread_create(pthread_t *newthread, const pthread_attr_t *attr, void *(*start_routine)(void *),
                   void *arg) noexcept
{
    using Create = int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    static const auto real = next<Create>("pthread_create");
    const int failed = real(newthread, attr, start_routine, arg);
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

void *calloc(std::size_t nmemb, std::size_t size) noexcept
{
    return noted(__libc_calloc(nmemb, size), nmemb != 0 ? size : 0);
}

void *realloc(void *ptr, std::size_t size) noexcept
{
    return noted(__libc_realloc(ptr, size), size);
}

void *aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    return noted(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **memptr, std::size_t alignment, std::size_t size) noexcept
{
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *got = noted(__libc_memalign(alignment, size), size);
    if (got == nullptr)
        return ENOMEM;
    *memptr = got;
    return 0;
}

void *mmap(void *addr, std::size_t len, int prot, int flags, int fd, off_t offset) noexcept
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr): that is what the system call returns
    void *memory = reinterpret_cast<void *>(syscall(SYS_mmap, addr, len, prot, flags, fd, offset));
    if (memory == MAP_FAILED && errno == ENOMEM)
        noted(nullptr, len);
    return memory;
}

#endif

} // extern "C"
