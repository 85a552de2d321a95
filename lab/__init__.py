"""The lab: training, drawings and benchmarks; never imported by the product."""
