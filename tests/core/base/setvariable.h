// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace loupe::test {

/// Sets an environment variable until destruction.
class SetVariable
{
public:
    SetVariable(const char *name, const std::string &value) : m_name(name)
    {
        if (const char *before = getenv(name)) // NOLINT(concurrency-mt-unsafe): one thread
            m_before = before;
        setenv(name, value.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    }
    /// Unsets the variable until destruction.
    explicit SetVariable(const char *name) : SetVariable(name, {})
    {
        unsetenv(name); // NOLINT(concurrency-mt-unsafe)
    }
    ~SetVariable()
    {
        if (m_before)
            setenv(m_name, m_before->c_str(), 1); // NOLINT(concurrency-mt-unsafe)
        else
            unsetenv(m_name); // NOLINT(concurrency-mt-unsafe)
    }
    SetVariable(const SetVariable &) = delete;
    SetVariable &operator=(const SetVariable &) = delete;

private:
    const char *m_name;
    std::optional<std::string> m_before;
};

} // namespace loupe::test
