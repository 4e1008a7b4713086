// SPDX-License-Identifier: Apache-2.0
// Operators of MultiKernelBench 460a972 by category; its results contain only operators.
#include "core/records/multikernelbench/multikernelbenchoperators.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

struct MultiKernelBenchOperators {
    std::string_view name;
    std::string_view operators; ///< separated by single spaces
};

constexpr std::array multiKernelBenchCategories{
    MultiKernelBenchOperators{
        "activation",
        "elu gelu hardsigmoid hardtanh leaky_relu log_softmax min_gpt_new_gelu relu "
        "selu sigmoid softmax softplus softsign swish tanh"},
    MultiKernelBenchOperators{
        "arch",
        "alexnet convolutional_vision_transformer deep_narrow_mlp densenet121 "
        "densenet121_dense_block densenet121_transition_layer densenet201 "
        "efficientnet_b0 efficientnet_b1 efficientnet_b2 efficientnet_mb_conv "
        "googlenet_inception_module googlenet_inception_v1 gru "
        "gru_bidirectional_hidden gru_birectional gru_hidden lenet5 lstm "
        "lstm_bidirectional lstm_cn lstm_hn mamba_return_final_state mamba_return_y "
        "min_gpt_causal_attention mini_gpt_block mlp mobilenet_v1 mobilenet_v2 "
        "net_vlad_no_ghost_clusters net_vlad_with_ghost_clusters regnet "
        "relu_self_attention resnet101 resnet18 resnet_basic_block shallow_wide_mlp "
        "shufflenet shufflenet_unit squeeze_net squeeze_net_fire_module swin_mlp "
        "swintransformer_v2 unet_softmax vanilla_rnn vanilla_rnn_hidden vgg16 vgg19 "
        "vision_attention vision_transformer"},
    MultiKernelBenchOperators{"attention",
                              "causal_attention cross_attention cross_modal_attention "
                              "group_query_attention kv_cached_attention_inference "
                              "kv_cached_chat_batch_attention kv_cached_speculative_attention "
                              "linear_attention multi_head_attention multi_query_attention "
                              "scaled_dot_product_attention scaled_dot_product_attention_inference "
                              "scaled_dot_product_attention_long_context sparse_attention "
                              "windowed_causal_attention"},
    MultiKernelBenchOperators{
        "broadcast",
        "add_bias_broadcast add_bias_four_dim_broadcast clamp_broadcast "
        "division_broadcast elmentwise_mul_broadcast logic_and_broadcast "
        "max_broadcast power_broadcast subtract_with_bias_broadcast where_broadcast"},
    MultiKernelBenchOperators{
        "convolution",
        "conv_depthwise_2d_asymmetric_input_asymmetric_kernel "
        "conv_depthwise_2d_asymmetric_input_square_kernel "
        "conv_depthwise_2d_square_input_asymmetric_kernel "
        "conv_depthwise_2d_square_input_square_kernel conv_depthwise_separable_2d "
        "conv_pointwise_2d conv_standard_1d conv_standard_1d_dilated_strided "
        "conv_standard_2d_asymmetric_input_asymmetric_kernel "
        "conv_standard_2d_asymmetric_input_square_kernel "
        "conv_standard_2d_square_input_asymmetric_kernel "
        "conv_standard_2d_square_input_asymmetric_kernel_dilated_padded "
        "conv_standard_2d_square_input_square_kernel "
        "conv_standard_3d_asymmetric_input_asymmetric_kernel "
        "conv_standard_3d_asymmetric_input_square_kernel "
        "conv_standard_3d_square_input_asymmetric_kernel "
        "conv_standard_3d_square_input_square_kernel conv_transposed_1d "
        "conv_transposed_1d_asymmetric_input_square_kernel_padded_strided_dilated "
        "conv_transposed_1d_dilated "
        "conv_transposed_2d_asymmetric_input_asymmetric_kernel "
        "conv_transposed_2d_asymmetric_input_asymmetric_kernel_padded "
        "conv_transposed_2d_asymmetric_input_asymmetric_kernel_strided_grouped_padded_dilated "
        "conv_transposed_2d_asymmetric_input_square_kernel "
        "conv_transposed_2d_asymmetric_input_square_kernel_dilated_padded_strided "
        "conv_transposed_2d_square_input_asymmetric_kernel "
        "conv_transposed_2d_square_input_square_kernel "
        "conv_transposed_3d_asymmetric_input_asymmetric_kernel "
        "conv_transposed_3d_asymmetric_input_asymmetric_kernel_strided_padded_grouped "
        "conv_transposed_3d_asymmetric_input_square_kernel "
        "conv_transposed_3d_asymmetric_input_square_kernel_strided_padded_grouped "
        "conv_transposed_3d_square_input_asymmetric_kernel "
        "conv_transposed_3d_square_input_square_kernel "
        "conv_transposed_3d_square_input_square_kernel_padded_dilated_strided"},
    MultiKernelBenchOperators{
        "fuse",
        "bmm_instance_norm_sum_residual_add_multiply conv2d_activation_batch_norm "
        "conv2d_add_scale_sigmoid_group_norm conv2d_avg_pool_sigmoid_sum "
        "conv2d_batch_norm_scaling conv2d_divide_leaky_relu "
        "conv2d_gelu_global_avg_pool conv2d_group_norm_scale_max_pool_clamp "
        "conv2d_group_norm_tanh_hard_swish_residual_add_log_sum_exp "
        "conv2d_hard_swish_relu conv2d_instance_norm_divide conv2d_min_add_multiply "
        "conv2d_min_tanh_tanh conv2d_mish_mish conv2d_multiply_leaky_relu_gelu "
        "conv2d_relu_bias_add conv2d_relu_hard_swish conv2d_scaling_min "
        "conv2d_subtract_hard_swish_max_pool_mish conv2d_subtract_subtract_mish "
        "conv2d_subtract_tanh_subtract_avg_pool conv2d_tanh_scaling_bias_add_max "
        "conv3d_divide_max_global_avg_pool_bias_add_sum conv3d_group_norm_mean "
        "conv3d_group_norm_min_clamp_dropout conv3d_hardswish_relu_softmax_mean "
        "conv3d_leaky_relu_sum_clamp_gelu conv3d_max_log_sum_exp_relu "
        "conv3d_min_softmax conv3d_mish_tanh "
        "conv3d_multiply_instance_norm_clamp_multiply_max "
        "conv3d_relu_leaky_relu_gelu_sigmoid_bias_add "
        "conv3d_scaling_tanh_multiply_sigmoid conv3d_softmax_max_pool_max_pool "
        "conv_transpose2d_add_min_gelu_multiply "
        "conv_transpose2d_bias_add_clamp_scaling_clamp_divide "
        "conv_transpose2d_gelu_group_norm "
        "conv_transpose2d_max_pool_hardtanh_mean_tanh "
        "conv_transpose2d_min_sum_gelu_add "
        "conv_transpose2d_mish_add_hardtanh_scaling "
        "conv_transpose2d_multiply_global_avg_pool_global_avg_pool_mean "
        "conv_transpose2d_subtract_tanh conv_transpose3d_add_hard_swish "
        "conv_transpose3d_avg_pool_clamp_softmax_multiply "
        "conv_transpose3d_batch_norm_avg_pool_avg_pool "
        "conv_transpose3d_batch_norm_subtract conv_transpose3d_clamp_min_divide "
        "conv_transpose3d_layer_norm_gelu_scaling "
        "conv_transpose3d_leaky_relu_multiply_leaky_relu_max "
        "conv_transpose3d_log_sum_exp_hard_swish_subtract_clamp_max "
        "conv_transpose3d_max_max_sum "
        "conv_transpose3d_max_pool_softmax_subtract_swish_max "
        "conv_transpose3d_multiply_max_global_avg_pool_clamp "
        "conv_transpose3d_scale_batch_norm_global_avg_pool "
        "conv_transpose3d_scaling_avg_pool_bias_add_scaling "
        "conv_transpose3d_softmax_sigmoid "
        "conv_transpose3d_sum_layer_norm_avg_pool_gelu "
        "conv_transpose3d_sum_residual_add_multiply_residual_add "
        "conv_transpose3d_swish_group_norm_hard_swish "
        "convtranspose2d_batchnorm_tanh_maxpool_groupnorm "
        "convtranspose2d_globalavgpool_biasadd_logsumexp_sum_multiply "
        "convtranspose2d_softmax_biasadd_scaling_sigmoid "
        "convtranspose3d_mean_add_softmax_tanh_scaling "
        "convtranspose3d_relu_groupnorm gemm_add_relu "
        "gemm_batch_norm_gelu_group_norm_mean_relu gemm_batch_norm_scaling_softmax "
        "gemm_bias_add_hardtanh_mish_group_norm gemm_divide_sum_scaling "
        "gemm_group_norm_hardtanh gemm_group_norm_min_bias_add "
        "gemm_group_norm_swish_multiply_swish "
        "gemm_log_sum_exp_leaky_relu_leaky_relu_gelu_gelu gemm_max_subtract_gelu "
        "gemm_multiply_leakyrelu gemm_relu_divide gemm_scale_batch_norm "
        "gemm_scale_batchnorm gemm_scaling_hard_tanh_gelu "
        "gemm_sigmoid_scaling_residual_add gemm_sigmoid_sum_log_sum_exp "
        "gemm_subtract_global_avg_pool_log_sum_exp_gelu_residual_add "
        "gemm_swish_divide_clamp_tanh_clamp matmul_add_swish_tanh_gelu_hardtanh "
        "matmul_avg_pool_gelu_scale_max matmul_batch_norm_bias_add_divide_swish "
        "matmul_divide_gelu matmul_dropout_mean_softmax matmul_gelu_softmax "
        "matmul_group_norm_leaky_relu_sum matmul_max_pool_sum_scale "
        "matmul_min_subtract matmul_mish_mish "
        "matmul_scale_residual_add_clamp_log_sum_exp_mish "
        "matmul_scaling_residual_add matmul_sigmoid_sum "
        "matmul_subtract_multiply_relu "
        "matmul_sum_max_avg_pool_log_sum_exp_log_sum_exp matmul_swish_scaling "
        "matmul_swish_sum_group_norm"},
    MultiKernelBenchOperators{
        "index",
        "argmax_over_a_dimension argmin_over_a_dimension embedding gather index_add "
        "index_copy index_select inplace_update masked_fill scatter scatter_add "
        "take_along_dim"},
    MultiKernelBenchOperators{
        "loss",
        "cosine_similarity_loss cross_entropy_loss hinge_loss huber_loss kl_div_loss "
        "mse_loss triplet_margin_loss"},
    MultiKernelBenchOperators{"math",
                              "cumprod cumsum cumsum_exclusive cumsum_reverse masked_cumsum "
                              "matrix_scalar_multiplication"},
    MultiKernelBenchOperators{"matmul",
                              "batched_matrix_multiplication four_dim_tensor_matrix_multiplication "
                              "matmul_for_lower_triangular_matrices matmul_for_symmetric_matrices "
                              "matmul_for_upper_triangular_matrices matmul_with_diagonal_matrices "
                              "matmul_with_irregular_shapes matmul_with_large_k_dimension "
                              "matmul_with_small_k_dimension matmul_with_transposed_a "
                              "matmul_with_transposed_b matmul_with_transposed_both "
                              "matrix_vector_multiplication square_matrix_multiplication "
                              "standard_matrix_multiplication tall_skinny_matrix_multiplication "
                              "three_dim_tensor_matrix_multiplication"},
    MultiKernelBenchOperators{"normalization",
                              "batch_norm frobenius_norm group_norm instance_norm l1_norm l2_norm "
                              "layer_norm rms_norm"},
    MultiKernelBenchOperators{"npukernelbench_level0",
                              "10_relu 11_sigmoid 12_swish 13_elu 14_elu_backward 15_gt_tensor "
                              "16_hardswish 17_log_add_exp 18_ne_scalar 19_threshold 1_logical_and "
                              "20_relu_backward 2_floor_divide 3_logical_not 4_logical_or 5_mish "
                              "6_real_div 7_hardsigmoid 8_hardsigmoid_backward 9_mish_backward"},
    MultiKernelBenchOperators{
        "npukernelbench_level1",
        "10_layer_norm 11_group_norm 12_permute 13_cat 14_split 15_pad 16_repeat "
        "17_adam_w 18_index 19_index_put 1_gelu 20_gather 21_scatter 22_nonzero "
        "23_repeat_interleave 24_embedding_dense_backward 25_nll_loss 26_avg_pool3d "
        "27_max_pool3d 28_interpolate 29_dynamic_quant 2_swi_glu 30_nms 31_iou 3_add "
        "4_abs 5_cumsum 6_histc 7_sum 8_sort 9_top_k"},
    MultiKernelBenchOperators{
        "npukernelbench_level2",
        "10_swiglu_quant 11_dequant_swiglu_quant 12_kv_rmsnorm_rope_cache "
        "13_interleave_rope 14_adaptive_instance_normalization2_d_backward "
        "15_attention_softmax_with_softcapping_and_dropout "
        "16_batched2_d_rope_position_encoding_backward "
        "17_embedding_with_initial_layernorm_backward 18_fused_add_rmsnorm "
        "19_fused_residual_rms_norm_backward 1_rotary_mul "
        "20_fused_rope_with_qk_norm_and_kv_cache_update "
        "21_gaussian_topk_sparse_activation 22_hybrid_attention_mask_preparation "
        "23_hyena_fft_size_padding_rfft 24_kv_cache_update_with_rope_backward "
        "25_masked_softmax_with_attention_dropout_backward "
        "26_moe_group_score_aggregation_and_masking "
        "27_multi_mask_attention_aggregation "
        "28_multimodal_rope_position_computation_with_grid_based_indexing "
        "29_tanh_gated_residual_add_backward 2_group_norm_swish "
        "30_time_decay_exponential_stabilization 3_advance_step_flashattn "
        "4_moe_compute_expert_tokens 5_moe_init_routing 6_moe_finalize_routing "
        "7_moe_gating_top_k_softmax 8_quant_scatter 9_top_k_top_p"},
    MultiKernelBenchOperators{
        "npukernelbench_level3",
        "10_conv_transpose2d 1_batch_matmul 2_grouped_matmul 3_matmul_both_trans "
        "4_matmul_trans_a 5_matmul_trans_b 6_conv_standard1d 7_conv_standard2d "
        "8_conv_standard3d 9_conv_depthwise2d"},
    MultiKernelBenchOperators{"npukernelbench_level4",
                              "10_fused_infer_attention_score 1_lstm 2_ffn 3_fusion_attention "
                              "4_grouped_matmul_swiglu_quant_v2 5_lightning_indexer 6_quant_matmul "
                              "7_sparse_flash_attention 8_weight_quant_batchmatmul "
                              "9_quant_matmul_reduce_sum"},
    MultiKernelBenchOperators{"optimizer", "adagrad adam lamb rmsprop sgd"},
    MultiKernelBenchOperators{
        "pooling",
        "average_pooling_1d average_pooling_2d average_pooling_3d max_pooling_1d "
        "max_pooling_2d max_pooling_3d"},
    MultiKernelBenchOperators{"reduce",
                              "max_reduction_over_a_dimension mean_reduction_over_a_dimension "
                              "min_reduction_over_a_dimension product_reduction_over_a_dimension "
                              "sum_reduction_over_a_dimension"},
    MultiKernelBenchOperators{
        "resize",
        "bicubic_upsample bilinear_upsample downsample_bilinear grid_sample_affine "
        "grid_sample_random_warp interpolate_dynamic nearest_neighbor_upsample "
        "resize_with_antialias trilinear_upsample upsample_grid_sample"},
};

bool hasMultiKernelBenchOperator(std::string_view operators, std::string_view wanted)
{
    while (!operators.empty()) {
        const std::size_t end = std::min(operators.find(' '), operators.size());
        if (operators.substr(0, end) == wanted)
            return true;
        operators.remove_prefix(std::min(end + 1, operators.size()));
    }
    return false;
}

} // namespace

std::string_view multiKernelBenchCategory(std::string_view op)
{
    for (const MultiKernelBenchOperators &category : multiKernelBenchCategories) {
        if (hasMultiKernelBenchOperator(category.operators, op))
            return category.name;
    }
    return {};
}

} // namespace loupe
