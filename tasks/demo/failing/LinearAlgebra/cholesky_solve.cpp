// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-failing.
// Wrong: written for a PyTorch extension; the header is not there.
#include <torch/extension.h>

std::vector<torch::Tensor> cholesky_solve(torch::Tensor a, torch::Tensor b)
{
    auto l = at::linalg_cholesky(a);
    auto x = at::cholesky_solve(b, l);
    return {l, x};
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
    m.def("forward", &cholesky_solve, "Cholesky solve");
}
