// SPDX-License-Identifier: Apache-2.0
//
// The texts are short ones in the documented syntax of PTX (.loc, .file), nvdisasm, MLIR and LLVM.
#include "core/analysis/text/linelinks.h"

#include "core/model/record/sourcefiles.h"

#include <limits>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using LinkedLines = std::vector<int>;

LinkedLines linesOfText(const std::string &kind, const std::string &text,
                        const std::string &fileName = "L1/task.py", const std::string &source = "")
{
    Candidate candidate;
    candidate.fileName = fileName;
    candidate.source = source;
    return sourceLinesOf({"k", kind, text, {}, {}, {}, {}}, candidate);
}

} // namespace

TEST(LineLinks, PtxInstructionsBelongToThePositionBeforeThem)
{
    EXPECT_EQ(linesOfText("ptx",
                          ".visible .entry add(\n"
                          "{\n"
                          "\tld.param.u64 %rd1, [a];\n"
                          "\t.loc\t1 5 7\n"
                          "\tadd.f32 %f1, %f1, %f2;\n"
                          "$L__BB0_1:\n"
                          "\n"
                          "\t@%p1 bra $L__BB0_1;\n"
                          "\t.loc\t2 9 1\n"
                          "\tret;\n"
                          "}\n"
                          "\t.file\t1 \"/work/candidate.py\"\n"
                          "\t.file\t2 \"/lib/standard.py\", 17, 4\n"),
              (LinkedLines{0, 0, 0, 0, 5, 0, 0, 5, 0, 0, 0, 0, 0}));
}

TEST(LineLinks, InlinedPtxBelongsToTheCaller)
{
    const std::string files = ".file 1 \"candidate.cu\"\n.file 2 \"standard.py\"\n";
    // nvcc says the caller as an attribute, LLVM in a comment.
    EXPECT_EQ(linesOfText("ptx",
                          files
                              + ".loc 2 40 5, function_name $L__info_string0, inlined_at 1 13 9\n"
                                "mul.f32 %f1, %f1, %f1;\n"
                                ".loc 2 63 15 // standard.py:63:15 @[ standard.py:93:6 @[ "
                                "candidate.py:8:15 ] ]\n"
                                "mul.f32 %f1, %f1, %f1;\n"
                                ".loc 1 4 5, function_name $L__info_string0, inlined_at 1 13 9\n"
                                "mul.f32 %f1, %f1, %f1;\n"),
              (LinkedLines{0, 0, 0, 13, 0, 8, 0, 4}));
}

TEST(LineLinks, MachineCodeBelongsToTheInnermostLineOfTheCandidate)
{
    EXPECT_EQ(
        linesOfText("sass",
                    "\t.section\t.text.add,\"ax\",@progbits\n"
                    "\t//## File \"/pipeline/candidate.cu\", line 6\n"
                    "        /*0000*/                   LDC R1, c[0x0][0x28] ;\n"
                    "\t//## File \"/lib/math.h\", line 90 inlined at \"/w/candidate.cu\", line 7\n"
                    "\t//## File \"/w/candidate.cu\", line 7\n"
                    "        /*0010*/               @P0 EXIT ;\n"
                    ".L_x_0:\n"
                    "        /*0020*/                   BRA `(.L_x_0);\n"
                    "\t//## File \"/lib/standard.py\", line 3\n"
                    "        /*0030*/                   NOP;\n"
                    "\t.section\t.text.other,\"ax\",@progbits\n"
                    "        /*0000*/                   NOP;\n"),
        (LinkedLines{0, 0, 6, 0, 0, 7, 0, 7, 0, 0, 0, 0}));
}

TEST(LineLinks, TritonsInlinedMachineCodeBelongsToTheCallerInThePtx)
{
    // Parts of a softmax, as Triton 3.6 and nvdisasm 13.0 wrote them for an H200.
    const std::string library = "/opt/torch/.venv/lib/python3.12/site-packages/triton/language/";
    const std::string files
        = "\t.file\t1 \"/tmp/work/candidate.py\"\n\t.file\t2 \"" + library + "standard.py\"\n";
    const std::string ptx
        = "\t.loc\t2 170 27                        // standard.py:170:27 @[ standard.py:191:40 @[ "
          "candidate.py:16:37 ] ]\n"
          "\tmax.f32 \t%r62, %r60, %r61;\n"
          "\t.loc\t2 191 40                        // standard.py:191:40 @[ candidate.py:16:37 ]\n"
          "\tbar.sync \t0;\n"
          "\t.loc\t2 263 15                        // standard.py:263:15 @[ standard.py:293:36 @[ "
          "candidate.py:17:51 ] ]\n"
          "\tadd.f32 \t%r125, %r94, %r96;\n";
    const std::string sass = "\t//## File \"" + library
        + "standard.py\", line 170\n"
          "        /*04b0*/                   FMNMX R29, R13, R12, !PT ;\n"
          "\t//## File \""
        + library
        + "standard.py\", line 263\n"
          "        /*05c0*/                   FADD R26, R21, R20 ;\n"
          "\t//## File \"/tmp/work/candidate.py\", line 15\n"
          "        /*05d0*/                   MOV R12, 0xff800000 ;\n";
    Candidate candidate;
    candidate.fileName = "L1/softmax.py";
    std::vector<GeneratedCode> code{{"other", "ptx", ptx + files, {}, {}, {}, {}},
                                    {"softmax", "sass", sass, {}, {}, {}, {}}};
    EXPECT_EQ(sourceLinesOf(code, 1, candidate), (LinkedLines{0, 0, 0, 0, 0, 15}))
        << "that PTX is of another kernel";
    code[0].kernel = "softmax";
    EXPECT_EQ(sourceLinesOf(code, 1, candidate), (LinkedLines{0, 16, 0, 17, 0, 15}));
    code[0].text
        = ptx + "\t.loc\t2 263 15     // standard.py:263:15 @[ candidate.py:20:51 ]\n" + files;
    EXPECT_EQ(sourceLinesOf(code, 1, candidate), (LinkedLines{0, 16, 0, 0, 0, 15}))
        << "either line could be meant";
}

TEST(LineLinks, MlirPositionsAreFollowed)
{
    EXPECT_EQ(linesOfText("ttir",
                          "#loc = loc(\"/w/candidate.py\":5:0)\n"
                          "    %a = tt.get_program_id x : i32 loc(#loc4)\n"
                          "    %b = arith.addi %a, %a : i32 loc(#loc5)\n"
                          "    %c = arith.addi %a, %a : i32 loc(\"/w/candidate.py\":12:3)\n"
                          "    tt.return loc(#loc9)\n"
                          "#loc1 = loc(unknown)\n"
                          "#loc2 = loc(\"/lib/standard.py\":40:2)\n"
                          "#loc3 = loc(\"/w/candidate.py\":7:4)\n"
                          "#loc4 = loc(\"offset\"(#loc3))\n"
                          "#loc5 = loc(callsite(#loc2 at #loc3))\n"
                          "#loc9 = loc(fused[#loc9, #loc1])\n"),
              (LinkedLines{0, 7, 7, 12, 0, 0, 0, 0, 0, 0, 0}))
        << "a position that names itself ends, too";
}

TEST(LineLinks, LlvmPositionsAreFollowedToTheFileOfTheirScope)
{
    EXPECT_EQ(linesOfText("llir",
                          "define void @k() !dbg !4 {\n"
                          "  %1 = add i32 %0, 1, !dbg !6\n"
                          "  %2 = add i32 %0, 1, !dbg !7\n"
                          "  ret void, !dbg !99\n"
                          "}\n"
                          "!1 = !DIFile(filename: \"candidate.py\", directory: \"/w\")\n"
                          "!2 = !DIFile(filename: \"standard.py\", directory: \"/lib\")\n"
                          "!4 = distinct !DISubprogram(name: \"k\", file: !1, line: 5)\n"
                          "!5 = distinct !DISubprogram(name: \"sum\", file: !2, line: 50)\n"
                          "!6 = !DILocation(line: 6, column: 2, scope: !8)\n"
                          "!7 = !DILocation(line: 51, column: 2, scope: !5, inlinedAt: !9)\n"
                          "!8 = distinct !DILexicalBlock(scope: !4, line: 6)\n"
                          "!9 = !DILocation(line: 8, column: 2, scope: !4)\n"),
              (LinkedLines{0, 6, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(LineLinks, OwnFilesAreKnownByTheirNames)
{
    const std::string text = "\t//## File \"/w/submission/kernels/a.cu\", line 2\n"
                             "        /*0000*/                   NOP;\n"
                             "\t//## File \"/w/a.cu\", line 2\n"
                             "        /*0010*/                   NOP;\n";
    EXPECT_EQ(linesOfText("sass", text, "L1/a.cu"), (LinkedLines{0, 2, 0, 2}));
    EXPECT_EQ(linesOfText("sass", text, "L1/b.cu"), (LinkedLines{0, 0, 0, 0}));
    const std::vector<SourceFile> files{{"model_new.py", "import a\n"},
                                        {"kernels/a.cu", "one\ntwo\n"}};
    const std::string joined = joinedFiles(files);
    const int second = splitFiles(joined)->at(1).firstLine + 1;
    EXPECT_EQ(linesOfText("sass", text, "L1/a.cu", joined), (LinkedLines{0, second, 0, 0}));
}

TEST(LineLinks, AnExtensionIsLinkedToTheStringItWasMadeFrom)
{
    const std::string text = "\t//## File \"/w/extensions/inl/cuda.cu\", line 5\n"
                             "        /*0000*/                   NOP;\n"
                             "\t//## File \"/w/extensions/inl/cuda.cu\", line 3\n"
                             "        /*0010*/                   NOP;\n";
    const std::string kernels = "\"\"\"\n__global__ void k()\n{}\n\"\"\"\n";
    const std::string source = "'''A model.'''\nimport torch\nsource = " + kernels;
    EXPECT_EQ(linesOfText("sass", text, "a.py", source), (LinkedLines{0, 4, 0, 0}));
    EXPECT_EQ(linesOfText("sass", text, "a.py", source + "more = " + kernels),
              (LinkedLines{0, 0, 0, 0}))
        << "either could be meant";
    EXPECT_EQ(linesOfText("sass", text, "a.py", "x = \"\"\"__global__"), (LinkedLines{0, 0, 0, 0}));
    EXPECT_EQ(linesOfText("sass", text, "cuda.cu", source), (LinkedLines{0, 5, 0, 3}));
}

TEST(LineLinks, LinesThatNoSourceHasAreNotLinked)
{
    const std::string huge = std::to_string(std::numeric_limits<int>::max());
    const std::string text = "\t//## File \"/w/a/kernels/a.cu\", line " + huge + "\n/*0*/ NOP;\n";
    const std::vector<SourceFile> files{{"model_new.py", "import a\n"}, {"kernels/a.cu", "one\n"}};
    EXPECT_EQ(linesOfText("sass", text, "a.cu", joinedFiles(files)), (LinkedLines{0, 0}));
    EXPECT_EQ(linesOfText("sass", text, "a.cu"), (LinkedLines{0, 0}));
}

TEST(LineLinks, ManyReferencesToLongDefinitionsFinish)
{
    // Reading the definition for every line would take hours.
    constexpr std::size_t lineCount = 100'000;
    const std::string longText(std::size_t{2} << 20, 'x');
    std::string mlir = "#a = loc(" + longText + ")\n";
    std::string llvm = "!1 = !DILocation(" + longText + ")\n";
    for (std::size_t i = 0; i < lineCount; ++i) {
        mlir += "a loc(#a)\n";
        llvm += "a, !dbg !1\n";
    }
    const LinkedLines none(lineCount + 1, 0);
    EXPECT_EQ(linesOfText("ttir", mlir), none);
    EXPECT_EQ(linesOfText("llir", llvm), none);
    std::string marks;
    for (std::size_t i = 0; i < lineCount * 10; ++i)
        marks += "@[ ";
    EXPECT_EQ(linesOfText("ptx", ".loc 1 2 3 // " + marks + "\nret;\n"), (LinkedLines{0, 0}));
}

TEST(LineLinks, BrokenTextsHaveNoLinks)
{
    EXPECT_EQ(linesOfText("sass", "\t//## File \"candidate.cu\n/*0*/ NOP;\n"), (LinkedLines{0, 0}));
    EXPECT_EQ(linesOfText("ptx", ".file 1\n.file x \"candidate.py\"\n.loc\n.loc 1\nret;\n"),
              (LinkedLines{0, 0, 0, 0, 0}));
    EXPECT_EQ(linesOfText("ttir", "a loc(\"b\na loc(#\n"), (LinkedLines{0, 0}));
    EXPECT_EQ(linesOfText("llir", "a, !dbg \nb, !dbg !3\n!3 = !DILocation(line: 2, scope: !3)\n"),
              (LinkedLines{0, 0, 0}));
    EXPECT_TRUE(linesOfText("ptx", "").empty());
}

} // namespace loupe::test
