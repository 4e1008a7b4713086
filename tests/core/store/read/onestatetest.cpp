// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/onestate.h"

#include <tuple>

#include "tests/core/store/forwardingreader.h"
#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// A reader of a store that is written during the first few readings.
class WrittenReader final : public ForwardingReader
{
public:
    WrittenReader(StoreReader &reader, int writes) : ForwardingReader(reader), m_writes(writes) { }

    std::int64_t dataVersion() override { return m_version; }
    /// Is read, and written by another program meanwhile.
    Result<int> read()
    {
        ++reads;
        if (reads <= m_writes)
            ++m_version;
        return reads;
    }

    int reads = 0;

private:
    int m_writes;
    std::int64_t m_version = 1;
};

} // namespace

TEST_F(StoreTest, OneStateIsReadAgainAfterACommit)
{
    openWriter();
    const auto reader = openReader();
    for (const auto &[writes, reads, isOne] :
         {std::tuple(0, 1, true), std::tuple(2, 3, true), std::tuple(9, 3, false)}) {
        WrittenReader written(*reader, writes);
        bool isOneState = !isOne;
        const auto value = readOneState(written, isOneState, [&] { return written.read(); });
        ASSERT_TRUE(value);
        EXPECT_EQ(*value, reads);
        EXPECT_EQ(isOneState, isOne);
    }
}

TEST_F(StoreTest, OneStateEndsWithAnError)
{
    openWriter();
    const auto reader = openReader();
    WrittenReader written(*reader, 9);
    bool isOneState = true;
    const auto value = readOneState(written, isOneState, [&]() -> Result<int> {
        static_cast<void>(written.read());
        return Error{Errc::Io, "gone"};
    });
    EXPECT_FALSE(value);
    EXPECT_EQ(written.reads, 1);
}

} // namespace loupe::test
