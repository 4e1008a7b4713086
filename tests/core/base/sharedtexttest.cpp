// SPDX-License-Identifier: Apache-2.0
#include "core/base/sharedtext.h"

#include <gtest/gtest.h>

#include "tests/core/base/countedmemory.h"

namespace loupe::test {

TEST(SharedText, SubstringKeepsTheBufferAlive)
{
    SharedText part;
    {
        const SharedText whole(std::string("first line\nsecond line"));
        part = whole.part(whole.view().substr(11));
        EXPECT_EQ(part.view().data(), whole.view().data() + 11) << "no copy";
    }
    EXPECT_EQ(part, "second line");
}

TEST(SharedTexts, EqualTextsShareOneBuffer)
{
    SharedTexts texts;
    const SharedText first = texts.shared("__global__ void kernel() { }");
    const SharedText other = texts.shared("__global__ void another() { }");
    const SharedText again = texts.shared("__global__ void kernel() { }");
    EXPECT_EQ(again.view().data(), first.view().data());
    EXPECT_NE(other.view().data(), first.view().data());
    EXPECT_EQ(other, "__global__ void another() { }");
    EXPECT_TRUE(texts.shared("").empty());
}

TEST(ReadingWindow, ReleasesMemoryEverySixteenMegabytesAndAtTheEnd)
{
    constexpr std::size_t megabyte = std::size_t{1} << 20;
    const auto memory = std::make_shared<const CountedMemory>("line");
    const SharedText text = CountedMemory::textIn(memory);
    {
        ReadingWindow window(text);
        for (int i = 0; i < 15; ++i)
            window.advance(megabyte);
        EXPECT_EQ(memory->count(), 0);
        window.advance(megabyte);
        EXPECT_EQ(memory->count(), 1);
        for (int i = 0; i < 20; ++i)
            window.advance(megabyte);
        EXPECT_EQ(memory->count(), 2);
    }
    EXPECT_EQ(memory->count(), 3);
}

} // namespace loupe::test
