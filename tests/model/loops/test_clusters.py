"""Clusters of bodies: what loops and couplings bind, and that a tree is left, for any graph."""

from hypothesis import given, settings
from hypothesis import strategies as st

from lieref.model.loops.clusters import ancestors, cluster_tree

WORLD = -1


def clusters(parents, loops=(), couplings=()):
    velocities = [[i] for i in range(len(parents))]
    return cluster_tree(parents, velocities, list(loops), list(couplings))


def bodies(parents, loops=(), couplings=()):
    return [list(c.bodies) for c in clusters(parents, loops, couplings)]


CHAIN = [-1, 0, 1, 2, 3]
# two arms of three bodies each on a base: 0; 1 2 3; 4 5 6
ARMS = [-1, 0, 1, 2, 0, 4, 5]


def test_without_constraints_each_body_is_alone():
    found = clusters(ARMS)
    assert [c.bodies for c in found] == [(i,) for i in range(7)]
    assert [c.parent for c in found] == ARMS
    assert [c.outputs for c in found] == [(p,) for p in ARMS]
    assert all(not c.loops and not c.couplings and not c.driven for c in found)


def test_a_loop_binds_both_paths_without_the_common_ancestor():
    assert bodies(ARMS, loops=[(3, 5)]) == [[0], [1, 2, 3, 4, 5], [6]]
    # an end on the ancestor itself, and one on the world
    assert bodies(ARMS, loops=[(0, 2)]) == [[0], [1, 2], [3], [4], [5], [6]]
    assert bodies(CHAIN, loops=[(WORLD, 2)]) == [[0, 1, 2], [3], [4]]


def test_loops_that_share_a_body_are_one_cluster_and_others_are_not():
    assert bodies(CHAIN, loops=[(0, 2), (1, 4)]) == [[0], [1, 2, 3, 4]]
    assert bodies(CHAIN, loops=[(0, 2), (2, 4)]) == [[0], [1, 2], [3, 4]]
    # nested: the inner loop lies within the outer one
    assert bodies(CHAIN, loops=[(WORLD, 4), (1, 3)]) == [[0, 1, 2, 3, 4]]


def test_loops_and_couplings_are_counted_in_their_cluster():
    found = clusters(CHAIN, loops=[(2, 4), (WORLD, 1), (WORLD, 0)])
    assert [(c.bodies, c.loops) for c in found] == [((0, 1), (1, 2)), ((2,), ()), ((3, 4), (0,))]
    assert [c.parent for c in found] == [-1, 0, 1]
    # a rotor (5) on body 0, coupled to the joint of body 1
    (_, second, *_) = clusters([*CHAIN, 0], couplings=[((5,), (1,))])
    assert second.bodies == (1, 5) and second.couplings == (0,)
    assert second.velocities == (1, 5) and second.driven == (5,) and second.free == (1,)
    assert second.outputs == (0, 0) and second.parent == 0


def test_velocities_of_joints_with_several_degrees():
    (only,) = cluster_tree([-1, 0], [range(3), range(3, 4)], [(WORLD, 1)], [])
    assert only.velocities == only.free == (0, 1, 2, 3)


def test_a_cluster_above_and_below_a_body_takes_it_in():
    # joints 0 and 2 are coupled: body 1 between them would be above and below their cluster
    assert bodies(CHAIN, couplings=[((2,), (0,))]) == [[0, 1, 2], [3], [4]]
    # body 0 above the circle stays out of it
    assert bodies(CHAIN, couplings=[((3,), (1,))]) == [[0], [1, 2, 3], [4]]


def test_output_bodies_on_two_branches_become_one_cluster():
    # the last joints of two arms: their parents are bound, then these have one parent, the base
    assert bodies(ARMS, couplings=[((6,), (3,))]) == [[0], [1, 4], [2, 5], [3, 6]]
    found = clusters(ARMS, couplings=[((6,), (3,))])
    assert [c.parent for c in found] == [-1, 0, 1, 2]
    assert found[3].outputs == (2, 5)
    # arms of different length: the longer one's surplus joins the cluster next to the base
    assert bodies(ARMS, couplings=[((6,), (2,))]) == [[0], [1, 4, 5], [2, 6], [3]]


def test_output_bodies_on_one_branch_join_the_lower_one():
    # a rotor (5) on body 0 drives joint 3: bodies 1 (stays) and 2 lie between
    assert bodies([*CHAIN, 0], couplings=[((5,), (3,))]) == [[0], [1, 2, 3, 5], [4]]
    # a rotor on the world drives joint 1: the world supports everything
    assert bodies([*CHAIN, -1], couplings=[((5,), (1,))]) == [[0, 1, 5], [2], [3], [4]]


def test_outputs_skip_the_bodies_of_the_own_cluster():
    found = clusters(ARMS, loops=[(3, 6)])
    assert found[1].bodies == (1, 2, 3, 4, 5, 6)
    assert found[1].outputs == (0,) * 6


@st.composite
def graphs(draw):
    n = draw(st.integers(1, 14))
    parents = [draw(st.integers(-1, i - 1)) for i in range(n)]
    body = st.integers(0, n - 1)
    ends = st.tuples(st.integers(-1, n - 1), body).filter(lambda e: e[0] != e[1])
    loops = draw(st.lists(ends, max_size=4)) if n > 1 else []
    pair = st.tuples(body, body).filter(lambda e: e[0] != e[1])
    pairs = draw(st.lists(pair, max_size=4, unique_by=lambda e: e[0])) if n > 1 else []
    return parents, loops, [((driven,), (source,)) for driven, source in pairs]


@settings(max_examples=400, deadline=None)
@given(graphs())
def test_a_tree_is_left(graph):
    parents, loops, couplings = graph
    found = clusters(parents, loops, couplings)
    where = {i: k for k, c in enumerate(found) for i in c.bodies}
    assert sorted(i for c in found for i in c.bodies) == list(range(len(parents)))
    for k, c in enumerate(found):
        assert list(c.bodies) == sorted(c.bodies) and c.parent < k
        for i, output in zip(c.bodies, c.outputs, strict=True):
            outside = [j for j in ancestors(parents, i) if where[j] != k]
            assert output == (outside[0] if outside else WORLD)
            assert c.parent == (where[output] if outside else -1)
    for n, (predecessor, successor) in enumerate(loops):
        path = set(ancestors(parents, predecessor)) ^ set(ancestors(parents, successor))
        (k,) = {where[i] for i in path}
        assert n in found[k].loops
    for n, (driven, sources) in enumerate(couplings):
        (k,) = {where[i] for i in (*driven, *sources)}
        assert n in found[k].couplings and set(driven) <= set(found[k].driven)
    assert sorted(n for c in found for n in c.loops) == list(range(len(loops)))
    assert sorted(n for c in found for n in c.couplings) == list(range(len(couplings)))


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_loops_alone_need_no_merging(graph):
    """Paths that share a body end at one output body, so their unions are a tree already."""
    parents, loops, _ = graph
    bound = [set(ancestors(parents, a)) ^ set(ancestors(parents, b)) for a, b in loops]
    bound += [{i} for i in range(len(parents))]
    joined = []
    for path in bound:
        touching = [c for c in joined if c & path]
        joined = [c for c in joined if not c & path] + [path.union(*touching)]
    assert sorted(map(sorted, joined)) == sorted(bodies(parents, loops))
