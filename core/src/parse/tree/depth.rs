//! The limit of depth, for what the stack of open elements does not know.
//!
//! The stack is never higher than the limit. But the adoption agency, and the end tag of a form,
//! take elements off it from below others, and what comes then stands deeper in the page.

use super::Builder;
use super::rows::NONE;

impl Builder<'_> {
    /// Elements below the deepest level become siblings there, and so does what stands behind one of
    /// them in its parent. `order` has the nodes in document order, which stays; without one they
    /// stand in it.
    pub(super) fn lift_what_is_too_deep(&mut self, order: Option<&[u32]>) {
        let nodes = &mut self.rows.nodes;
        let n_nodes = order.map_or(nodes.len(), <[u32]>::len);
        let id_at = |at: usize| order.map_or(at, |order| order[at] as usize);
        // Nodes without children may stand one below, as texts do.
        let deepest = self.limits.max_depth as u32 - 1;
        let mut levels = vec![0; nodes.len()];
        let mut last_deepest = NONE;
        for at in 1..n_nodes {
            let id = id_at(at);
            let above = nodes[id].parent;
            let is_parent = at + 1 < n_nodes && nodes[id_at(at + 1)].parent == id as u32;
            let mut level = levels[above as usize] + 1;
            if level > deepest && (is_parent || above != last_deepest) {
                nodes[id].parent = nodes[above as usize].parent;
                level = deepest;
                if is_parent {
                    self.noted.moved_up(nodes[id].start);
                }
            }
            if level == deepest && is_parent {
                last_deepest = id as u32;
            }
            levels[id] = level;
        }
    }
}
