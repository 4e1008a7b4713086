// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: holds no code, only what its author meant to do.
//
// To implement the fused residual addition and layer normalization efficiently, we would
//   1. assign one block of threads to each row,
//   2. add x and the residual while computing mean and variance by Welford's method,
//   3. normalise, scale by gamma and shift by beta in a second pass over registers.
// Let me know if you would like me to write the complete kernel!
