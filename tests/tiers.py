"""The tests that take long: file (and function), and how many of their cases the quick tier runs.

A function that keeps a case is the witness of its code in the quick tier. What keeps none is
witnessed by others: the campaigns by ``python -m verification quick``, the builds of kernels for
other processors by those of this one, the oracle's loops by the kernels that it agrees with.
"""

EVERY = ""

LONG = {
    # campaigns and benchmarks: made-up records, drawing and command line stay quick
    ("test_audits", EVERY): 0,
    ("test_benchmark_generated", EVERY): 0,
    ("test_benchmark_loops", EVERY): 0,
    ("test_benchmark_speed", EVERY): 0,
    ("test_campaign_at_scale", EVERY): 0,
    ("test_conversions", EVERY): 0,
    ("test_detection_power", EVERY): 0,
    ("test_faults", "test_only_what_a_file_enters_is_built"): 0,
    ("test_faults", "test_python_faults_are_planted_and_taken_back"): 0,
    ("test_forms", EVERY): 0,
    ("test_forward_dynamics", "test_the_claims_hold_on_a_few_cases"): 0,
    ("test_forward_dynamics", "test_a_wrong_number_fails_its_claim"): 0,
    ("test_forward_dynamics", "test_a_refusal_must_name_the_right_joint"): 0,
    ("test_forward_dynamics", "test_every_table_and_figure_is_written"): 0,
    ("test_forward_dynamics", "test_every_figure_is_there"): 0,
    ("test_forward_dynamics", "test_the_table_of_orders_shows_the_records"): 0,
    ("test_forward_dynamics", "test_the_command_renders_the_folder_by_its_plan"): 0,
    ("test_benchmark_pages", "test_the_folder_of_forward_dynamics_is_rendered"): 0,
    ("test_references", "test_the_file_is_regenerated_byte_for_byte"): 0,
    ("test_report_files", "test_the_script_makes_the_report_again"): 0,
    ("test_grid", EVERY): 0,
    ("test_loop_studies", EVERY): 0,
    ("test_loops_campaign", EVERY): 0,
    ("test_partials_campaign", EVERY): 0,
    ("test_simulation", EVERY): 0,
    ("test_cluster", EVERY): 0,
    # other people's libraries, where they are installed
    ("test_golden_languages", "test_libraries_of_json_read_numbers"): 0,
    # builds for other processors, which the quick tier does not make
    ("test_kernel_builds", EVERY): 0,
    ("test_products_builds", EVERY): 0,
    ("test_second_partials_builds", EVERY): 0,
    ("test_fdsva_so_builds", EVERY): 0,
    ("test_partials_builds", EVERY): 0,
    ("test_closed_forms_builds", EVERY): 0,
    ("test_builds", "test_the_baseline_is_always_there"): 0,
    ("test_chain_rule", "test_builds_agree"): 0,
    ("test_regressor", "test_builds_agree"): 0,
    # the oracle by itself: differences at high precision, over many cases
    ("test_oracle_loop_partials", "test_order_of_derivatives"): 0,
    ("test_oracle_loop_partials", "test_first_partials_are_slopes"): 1,
    ("test_oracle_loop_partials", "test_second_partials_are_second_slopes"): 1,
    ("test_oracle_loop_partials", "test_forward_and_inverse_are_each_others"): 1,
    ("test_oracle_loop_partials", "test_balls_hold_the_reference"): 1,
    ("test_oracle_loop_identities", "test_motion_is_one_that_the_loop_joint_admits"): 2,
    ("test_oracle_loop_identities", "test_forward_dynamics_returns_the_motion"): 2,
    ("test_oracle_loop_identities", "test_power_of_the_forces_is_the_change_of_energy"): 2,
    ("test_oracle_loop_forces", "test_cut_open_the_loop_forces_do_its_work"): 2,
    ("test_oracle_loop_forces", "test_inverse_inertia_at_end_frames"): 2,
    (
        "test_oracle_loop_forces",
        "test_rounding_inputs_moves_the_results_by_no_more_than_its_conditioning",
    ): 0,
    ("test_oracle_partials", "test_first_partials_are_slopes"): 2,
    (
        "test_oracle_representations",
        "test_each_torque_of_a_wrench_is_its_power_at_unit_velocity",
    ): 2,
    ("test_oracle_torque_derivatives", "test_no_digits_are_lost_far_from_the_origin"): 0,
    # many cases of one kind
    ("test_parameter_second_partials", "test_accelerations_of_moved_models"): 1,
    ("test_parameter_second_partials", "test_with_the_motion_against_moved_models"): 1,
    ("test_sensitivity_steps", "test_forward_dynamics"): 2,
    ("test_sensitivity_steps", "test_inverse_dynamics"): 2,
    ("test_selftest", "test_each_entry_of_a_row_is_held"): 2,
    ("test_urdf_robots", "test_model_is_that_of_pinocchio"): 8,
    ("test_ways_of_loading", "test_every_way_of_loading_gives_the_same_model"): 12,
    ("test_ways_of_loading", "test_dynamics_of_pinocchio"): 6,
    ("test_ways_of_loading", "test_dynamics_of_mujoco"): 6,
    ("test_ways_of_loading", "test_dynamics_of_drake"): 6,
    ("test_screw_motion", "test_displacement_to_second_order"): 2,
    # `lieref check`: what hangs is waited for, and libraries are audited by the campaigns
    ("test_hostile_subjects", "test_hostile_answer_is_reported"): 11,
    ("test_hostile_subjects", "test_program_that_never_gets_ready"): 9,
    ("test_check_wrong_use", "test_output_without_an_end_is_no_slow_answer"): 1,
    ("test_ahead", "test_reports_agree"): 0,
    ("test_audit", "test_confusion_is_named"): 4,
    ("test_audit", "test_library_passes"): 2,
    ("test_audit", "test_pinocchio_is_right_on_talos"): 0,
    ("test_own_model", "test_libraries_read_the_text_of_a_model"): 2,
    # processes, memory, large documents, packages
    ("test_fuzz", "test_random_calls"): 0,
    ("test_sweep", "test_a_process_that_ends_is_told"): 0,
    ("test_forward_dynamics_processes", EVERY): 0,
    ("test_memory", EVERY): 0,
    ("test_hostile_input", "test_deep_and_large_documents"): 0,
    ("test_hostile_input", "test_structure_is_checked_in_linear_time"): 0,
    ("test_sdist", EVERY): 0,
    ("test_campaign", "test_kill_9_loses_and_repeats_nothing_finished"): 0,
    # each function with bounds has a quick test of its own
    ("test_inclusion", EVERY): 0,
    # many mechanisms, orders and axes of one function
    ("test_loop_order_partials", "test_inverse_dynamics_against_the_oracle"): 3,
    ("test_oracle_loop_order_partials", "test_partials_are_slopes"): 2,
    ("test_force_derivatives", "test_partials_of_impacts_are_slopes"): 9,
    ("test_force_derivatives", "test_partials_of_forces_are_slopes"): 6,
    # code that gcc compiles for seconds
    ("test_generated_variants", "test_partials"): 2,
    ("test_generated_code", "test_scalars_and_lanes"): 2,
    ("test_generated_code", "test_joint_physics_is_that_of_the_public_functions"): 2,
    ("test_generated_code", "test_first_partials"): 3,
    ("test_generated_code", "test_partials_of_any_order"): 1,
    ("test_generated_mechanisms", "test_the_test_program_passes"): 4,
    ("test_benchmark_order_partials", "test_a_row_beside_casadi"): 0,
    ("test_golden_languages", "test_the_example_of_cmake"): 0,
    ("test_report_files", "test_two_runs_with_one_seed_give_the_same_bytes"): 0,
    ("test_latex", "test_the_tables_of_the_verification_compile"): 0,
    # orders and representations
    ("test_order_wrenches", "test_forward_dynamics_against_the_oracle"): 6,
    ("test_forward_order_partials", "test_representations_against_the_oracle"): 2,
    ("test_forward_order_partials", "test_twin_at_fifty_digits_is_the_oracle"): 4,
    # orders and forms of joint physics
    ("test_joint_physics", "test_forward_dynamics"): 12,
    ("test_joint_physics", "test_inverse_dynamics"): 12,
    ("test_joint_physics_loops", "test_partials"): 2,
    ("test_joint_physics_partials", "test_second_partials"): 1,
}
