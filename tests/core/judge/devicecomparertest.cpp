// SPDX-License-Identifier: Apache-2.0
#include "core/judge/devicecomparer.h"

#include "core/judge/judgeprocess.h"
#include "core/judge/judgeserver.h"
#include "core/judge/tensorpair.h"
#include "core/model/values/valuejson.h"
#include "core/sandbox/channel/tensorspecjson.h"

#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace loupe {

namespace {

/// Fake devices of a judge. A descriptor counts as GPU memory if it is a pipe.
class FakeDevices final : public DeviceComparer
{
public:
    struct Opened final : ReadableTensors {
        std::vector<TensorSpec> held;
        const std::vector<TensorSpec> &specs() const override { return held; }
    };
    DeviceCapability capability(const std::string &device) override
    {
        return {device == "cuda:0", device == "cuda:0" ? "" : "no such device", "fake", 7, 9};
    }
    Result<std::unique_ptr<ReadableTensors>> open(DeviceTensors tensors, Keep keep) override
    {
        if (lseek(tensors.memory.get(), 0, SEEK_CUR) >= 0)
            return Error{Errc::InvalidInput, "not a GPU's memory"};
        kept.push_back(keep);
        auto opened = std::make_unique<Opened>();
        opened->held = std::move(tensors.specs);
        return {std::move(opened)};
    }
    Result<OutputComparison> compare(const TensorSpec &spec, const ElementRule &,
                                     const ReadableTensors &, std::size_t i,
                                     const ReadableTensors &, std::size_t j) override
    {
        if (isBroken)
            return Error{Errc::Internal, "the GPU is lost"};
        OutputComparison out;
        out.output = spec.name;
        out.dtype = std::string(name(spec.dtype));
        out.elements = spec.elements();
        out.mismatched = i == j ? 0 : 1;
        out.firstMismatch = out.worstIndex = std::vector<std::int64_t>(spec.shape.size());
        return out;
    }

    Result<std::vector<std::byte>> elements(const ReadableTensors &tensors, std::size_t i,
                                            std::span<const std::int64_t> places) override
    {
        const auto size = static_cast<std::size_t>(byteSize(tensors.specs()[i].dtype));
        return std::vector<std::byte>(places.size() * size);
    }

    std::vector<Keep> kept;
    bool isBroken = false;
};

/// Client end of a judge's channel, served by a thread.
class DeviceJudge : public testing::Test
{
protected:
    void SetUp() override
    {
        auto ends = Channel::pair();
        ASSERT_TRUE(ends);
        engine.emplace(std::move(ends->first));
        server = std::jthread([this, end = std::make_shared<Channel>(std::move(ends->second))] {
            EXPECT_TRUE(serveComparisons(*end, devices ? &*devices : nullptr));
        });
    }
    void TearDown() override { engine.reset(); }

    Json ask(const Json &request, int descriptor = -1)
    {
        EXPECT_TRUE(engine->send(
            request, descriptor < 0 ? std::vector<int>() : std::vector<int>{descriptor}));
        auto answer
            = engine->receive(std::chrono::steady_clock::now() + std::chrono::seconds(60), {});
        EXPECT_TRUE(answer);
        return answer ? answer->body : Json();
    }

    static Json side(const char *which, const std::string &memory, std::size_t tensor = 0)
    {
        Value value;
        value.kind = Value::Kind::Tensor;
        value.tensor = tensor;
        const std::vector<TensorSpec> specs{{"", DType::Float32, {4}}, {"", DType::Float32, {4}}};
        return {{"compare_nested", which},
                {"value", toJson(value)},
                {"tensors", toJson(specs)},
                {"memory", memory},
                {"rule", toJson(NestedRule())}};
    }

    std::optional<FakeDevices> devices;
    std::optional<Channel> engine;
    std::jthread server;
};

class FakeDeviceJudge : public DeviceJudge
{
protected:
    FakeDeviceJudge()
    {
        devices.emplace();
        EXPECT_EQ(pipe2(pipe, O_CLOEXEC), 0);
        plain = memfd_create("plain", MFD_CLOEXEC);
    }
    ~FakeDeviceJudge() override
    {
        for (const int each : {pipe[0], pipe[1], plain})
            close(each);
    }
    int pipe[2] = {-1, -1};
    int plain = -1;
};

} // namespace

TEST(DeviceCapability, roundTrips)
{
    const DeviceCapability told{true, "", "NVIDIA H200", 7, 9};
    const auto read = deviceCapabilityFromJson(toJson(told));
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->canCompare);
    EXPECT_EQ(read->name, "NVIDIA H200");
    EXPECT_EQ(read->freeBytes, 7);
    EXPECT_EQ(read->totalBytes, 9);
    for (const char *key : {"can_compare", "reason", "name", "free_bytes", "total_bytes"}) {
        Json broken = toJson(told);
        broken[key] = Json::array();
        EXPECT_FALSE(deviceCapabilityFromJson(broken)) << key;
    }
    EXPECT_FALSE(deviceCapabilityFromJson(Json::array()));
}

TEST(DeviceCapability, namesTheReasonWithoutADevice)
{
    const auto judge = JudgeProcess::start(std::filesystem::path(LOUPE_BIN_DIR) / "kloupe-judge");
    ASSERT_TRUE(judge);
    const auto capability = (*judge)->capability("cuda:77", {});
    ASSERT_TRUE(capability) << capability.error().text();
    EXPECT_FALSE(capability->canCompare);
    EXPECT_FALSE(capability->reason.empty());
}

TEST_F(DeviceJudge, refusesDeviceMemoryWithoutDevices)
{
    const int plain = memfd_create("plain", MFD_CLOEXEC);
    EXPECT_FALSE(ask({{"capability", "cuda:0"}})["capability"]["can_compare"].get<bool>());
    const Json answer = ask(side("expected", "cuda:0"), plain);
    ASSERT_TRUE(answer.contains("error")) << answer;
    EXPECT_NE(answer["error"].get<std::string>().find("without CUDA"), std::string::npos);
    EXPECT_TRUE(ask({{"capability", 7}}).contains("error"));
    close(plain);
}

TEST_F(FakeDeviceJudge, comparesOnTheDevice)
{
    EXPECT_TRUE(ask({{"capability", "cuda:0"}})["capability"]["can_compare"].get<bool>());
    EXPECT_TRUE(ask(side("expected", "cuda:0"), pipe[0]).contains("ready"));
    Json answer = ask(side("actual", "cuda:0"), pipe[1]);
    ASSERT_TRUE(answer.contains("comparison")) << answer;
    EXPECT_EQ(nestedComparisonFromJson(answer["comparison"])->verdict, Verdict::Correct);
    using Keep = DeviceComparer::Keep;
    EXPECT_EQ(devices->kept, (std::vector{Keep::Mapped, Keep::Copied}));
    ask(side("expected", "cuda:0"), pipe[0]);
    answer = ask(side("actual", "cuda:0", 1), pipe[1]);
    EXPECT_EQ(nestedComparisonFromJson(answer["comparison"])->verdict, Verdict::WrongValue);
}

TEST_F(FakeDeviceJudge, attributesAnInvalidDescriptorToItsSender)
{
    ask(side("expected", "cuda:0"), pipe[0]);
    const Json answer = ask(side("actual", "cuda:0"), plain);
    ASSERT_TRUE(answer.contains("comparison")) << answer;
    EXPECT_EQ(nestedComparisonFromJson(answer["comparison"])->verdict, Verdict::BrokeProtocol);
    // in the expected result this is an internal error
    EXPECT_TRUE(ask(side("expected", "cuda:0"), plain).contains("error"));
    EXPECT_TRUE(ask(side("expected", "cuda:0"), pipe[0]).contains("ready")) << "it goes on";
}

TEST_F(FakeDeviceJudge, reportsDeviceFailures)
{
    devices->isBroken = true;
    ask(side("expected", "cuda:0"), pipe[0]);
    const Json answer = ask(side("actual", "cuda:0"), pipe[1]);
    ASSERT_TRUE(answer.contains("error")) << answer;
    EXPECT_NE(answer["error"].get<std::string>().find("the GPU is lost"), std::string::npos);
}

} // namespace loupe
