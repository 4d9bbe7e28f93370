//! Apply the depth limit to elements that the stack of open elements does not count.
//!
//! The stack is never higher than the limit. But the adoption agency and the end tag of a form remove
//! elements from the middle of the stack. Later elements are then deeper in the page than on it.

use super::Builder;
use super::rows::NONE;

impl Builder<'_> {
    /// Makes elements below the deepest level siblings at that level, together with the nodes that
    /// follow them in their parent. `order` lists the nodes in document order, which does not change;
    /// `None` means that they are in that order already.
    pub(super) fn flatten_too_deep(&mut self, order: Option<&[u32]>) {
        let nodes = &mut self.rows.nodes;
        let n_nodes = order.map_or(nodes.len(), <[u32]>::len);
        let id_at = |at: usize| order.map_or(at, |order| order[at] as usize);
        // Nodes without children, such as texts, may be one level deeper.
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
                    self.problems.count_moved_up(nodes[id].start);
                }
            }
            if level == deepest && is_parent {
                last_deepest = id as u32;
            }
            levels[id] = level;
        }
    }
}
