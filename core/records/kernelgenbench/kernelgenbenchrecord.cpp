// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelgenbench/kernelgenbenchrecord.h"

#include "core/base/counted.h"
#include "core/records/reading/failuresigns.h"
#include "core/records/reading/jsonfields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace loupe {

namespace {

constexpr int maxKernelGenBenchCases = 10'000'000;
constexpr std::array<std::string_view, 6> kernelGenBenchSources{"aten",   "cublas", "sglang",
                                                                "triton", "vllm13", "vllm15"};

/// Operators of vLLM in the 210 of KernelGenBench b1966bc, for runs without a source.
constexpr std::array<std::string_view, 50> vllmOperators{
    "allspark_w8a16_gemm",
    "apply_repetition_penalties_cuda",
    "awq_gemm",
    "awq_marlin_moe_repack",
    "batched_moe_align_block_size",
    "concat_and_cache_mla",
    "convert_fp8",
    "convert_vertical_slash_indexes",
    "copy_blocks",
    "copy_blocks_mla",
    "cp_gather_cache",
    "cp_gather_indexer_k_quant_cache",
    "cutlass_pack_scale_fp8",
    "cutlass_scaled_mm",
    "cutlass_scaled_mm_azp",
    "fused_add_rms_norm",
    "fused_qk_norm_rope",
    "gather_and_maybe_dequant_cache",
    "ggml_dequantize",
    "ggml_moe_a8",
    "ggml_moe_a8_vec",
    "ggml_mul_mat_a8",
    "ggml_mul_mat_vec_a8",
    "gptq_gemm",
    "gptq_marlin_24_gemm",
    "gptq_marlin_gemm",
    "gptq_marlin_moe_repack",
    "gptq_shuffle",
    "grouped_topk",
    "hadacore_transform",
    "marlin_int4_fp8_preprocess",
    "merge_attn_states",
    "moe_align_block_size",
    "moe_lora_align_block_size",
    "moe_sum",
    "paged_attention_v1",
    "paged_attention_v2",
    "permute_cols",
    "reshape_and_cache",
    "reshape_and_cache_flash",
    "rms_norm",
    "rms_norm_dynamic_per_token_quant",
    "rms_norm_per_block_quant",
    "rotary_embedding",
    "scaled_fp8_quant",
    "scaled_int8_quant",
    "selective_scan_fwd",
    "shuffle_rows",
    "swap_blocks",
    "topk_softmax",
};

/// The first match decides. A traceback names the exception at its end, so that specific signs
/// precede general ones.
constexpr std::array kernelGenBenchSigns{
    FailureSign{"timed out after", Verdict::RunTimeout},
    FailureSign{"TimeoutError", Verdict::RunTimeout},
    FailureSign{"Process exited with code", Verdict::Crashed},
    FailureSign{"must include def", Verdict::MissingSymbol},
    FailureSign{"SyntaxError", Verdict::CompileError},
    FailureSign{"IndentationError", Verdict::CompileError},
    FailureSign{"CompilationError", Verdict::CompileError},
    FailureSign{"OutOfMemoryError", Verdict::OutOfMemory},
    FailureSign{"out of memory", Verdict::OutOfMemory},
    FailureSign{"illegal memory access", Verdict::OutOfBounds},
    FailureSign{"ModuleNotFoundError", Verdict::LoadError},
    FailureSign{"ImportError", Verdict::LoadError},
    FailureSign{"values for attribute 'shape'", Verdict::WrongShape},
    FailureSign{"values for attribute 'dtype'", Verdict::WrongDtype},
    FailureSign{"are not close", Verdict::WrongValue},
    FailureSign{"are not equal", Verdict::WrongValue},
    FailureSign{"AssertionError", Verdict::WrongAnswer},
    FailureSign{"hack detected", Verdict::WrongAnswer},
    FailureSign{"Error", Verdict::ReturnedError},
    FailureSign{"Exception", Verdict::ReturnedError},
};

/// Adds a timed case; skips the suite's "avg" rows, which repeat the others.
void readKernelGenBenchCase(const JsonReader &entry, KernelGenBenchVerification &out,
                            bool &hasAllTimes)
{
    if (const Json *params = recordedField(entry, "params"); params != nullptr && *params == "avg")
        return;
    const auto speedup = recordedPositive(entry, "speedup");
    const auto reference = recordedPositive(entry, "ref_time");
    const auto candidate = recordedPositive(entry, "res_time");
    if (!speedup)
        return;
    out.speedups.push_back(*speedup);
    hasAllTimes = hasAllTimes && reference && candidate;
    out.referenceMs.push_back(reference.value_or(0));
    out.candidateMs.push_back(candidate.value_or(0));
}

void dropUnlessAll(bool hasAllTimes, KernelGenBenchVerification &out)
{
    if (hasAllTimes)
        return;
    out.referenceMs.clear();
    out.candidateMs.clear();
}

void readKernelGenBenchCases(const JsonReader &reader, KernelGenBenchVerification &out)
{
    if (recordedField(reader, "speedup") == nullptr)
        return;
    bool hasAllTimes = true;
    for (const JsonReader &entry : reader.objects("speedup")) {
        if (entry.json().is_object())
            readKernelGenBenchCase(entry, out, hasAllTimes);
    }
    dropUnlessAll(hasAllTimes, out);
}

TimingSeries kernelGenBenchSeries(const char *role, const std::vector<double> &times)
{
    TimingSeries series;
    series.role = role;
    series.clock = "as recorded";
    series.caseName = "one of each timed case";
    series.samplesMs = times;
    series.callsPerSample.assign(times.size(), 1);
    return series;
}

} // namespace

std::string kernelGenBenchOperator(std::string_view name)
{
    if (name.find("::") != std::string_view::npos)
        return std::string(name);
    std::string out;
    for (const std::string_view source : kernelGenBenchSources) {
        if (name.starts_with(source) && name.substr(source.size()).starts_with("__")) {
            out = source;
            out += "::";
            return out += name.substr(source.size() + 2);
        }
    }
    if (name.starts_with("cublas"))
        out = "cublas::";
    else if (std::find(vllmOperators.begin(), vllmOperators.end(), name) != vllmOperators.end())
        out = "vllm13::";
    else
        out = "aten::";
    return out += name;
}

Task kernelGenBenchTask(const std::string &op)
{
    Task task;
    const std::size_t border = op.find("::");
    task.suite = "kernelgenbench";
    task.name = op;
    task.category = op.substr(0, border);
    task.title = border == std::string::npos ? op : op.substr(border + 2);
    task.referenceLanguage = "python";
    return task;
}

std::optional<double> KernelGenBenchVerification::speedup() const
{
    if (speedups.empty())
        return std::nullopt;
    double sum = 0;
    for (const double each : speedups)
        sum += std::log(each);
    return std::exp(sum / static_cast<double>(speedups.size()));
}

KernelGenBenchVerification readKernelGenBenchVerification(const JsonReader &reader,
                                                          const JsonPart &part,
                                                          const std::string &where)
{
    KernelGenBenchVerification out;
    out.where = where;
    out.text = part.text;
    const std::string op = reader.requiredString("op_name");
    if (op.empty() && reader.has("op_name"))
        reader.problem("op_name", "is empty");
    out.op = kernelGenBenchOperator(op);
    if (!reader.has("success"))
        reader.problem("success", "is missing");
    out.success = recordedFlag(reader, "success");
    out.traceback = recordedText(reader, "traceback");
    out.code = recordedText(reader, "code");
    if (reader.has("info") && reader.json().find("info")->is_object()) {
        const auto info = reader.object("info");
        if (info->has("total"))
            out.total = recordedCount(*info, "total", 0, maxKernelGenBenchCases);
        if (info->has("failed"))
            out.failed = recordedCount(*info, "failed", 0, maxKernelGenBenchCases);
    }
    readKernelGenBenchCases(reader, out);
    return out;
}

KernelGenBenchVerification readKernelGenBenchTestReport(const Json &cases, const std::string &op,
                                                        const std::string &where,
                                                        std::vector<JsonProblem> &problems)
{
    KernelGenBenchVerification out;
    out.op = op;
    out.where = where;
    if (!cases.is_array() || cases.empty() || cases.size() > std::size_t{maxKernelGenBenchCases}) {
        problems.push_back({where, "must be a list of cases"});
        return out;
    }
    int failed = 0;
    bool hasAllTimes = true;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const JsonReader reader(cases[i], where, "[" + std::to_string(i) + "]", problems);
        const bool isPassed = reader.requiredBool("success");
        failed += isPassed ? 0 : 1;
        const std::string traceback = recordedText(reader, "traceback");
        if (!isPassed && out.traceback.empty())
            out.traceback = traceback;
        if (recordedField(reader, "speedup") == nullptr)
            continue;
        if (const auto timed = objectIn(reader, "speedup"))
            readKernelGenBenchCase(*timed, out, hasAllTimes);
    }
    out.success = failed == 0;
    out.total = static_cast<int>(cases.size());
    out.failed = failed;
    dropUnlessAll(hasAllTimes, out);
    return out;
}

Verdict kernelGenBenchFailure(std::string_view text)
{
    return failureIn(text, kernelGenBenchSigns).value_or(Verdict::WrongAnswer);
}

void applyKernelGenBenchVerification(const KernelGenBenchVerification &verification,
                                     Evaluation &out)
{
    out.runLog = verification.traceback;
    if (!verification.success) {
        out.verdict = Verdict::NotRecorded;
        out.message = "Recorded: the suite has no test for this operator.";
        return;
    }
    out.verdict
        = *verification.success ? Verdict::Correct : kernelGenBenchFailure(verification.traceback);
    out.message = *verification.success ? "Recorded: passed" : "Recorded: did not pass";
    if (verification.total && verification.failed)
        out.message += " (" + std::to_string(*verification.failed) + " of "
            + counted(static_cast<std::size_t>(*verification.total), "case") + " failed)";
    out.message += ".";
    if (!*verification.success)
        return;
    out.speedup = verification.speedup();
    if (!out.speedup)
        return;
    out.baseline = "the operator of the library";
    if (verification.candidateMs.empty())
        return;
    if (verification.candidateMs.size() == 1) {
        out.candidateMs = verification.candidateMs.front();
        out.baselineMs = verification.referenceMs.front();
    }
    out.timings.push_back(kernelGenBenchSeries("candidate", verification.candidateMs));
    out.timings.push_back(kernelGenBenchSeries("baseline", verification.referenceMs));
}

} // namespace loupe
