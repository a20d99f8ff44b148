// The graph of folders: its cycles, of any length, and the map of its levels from bottom to top.

/** Each folder with the folders it points to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The graph of `folderOf` over the imports of files; files of no folder are left out, and so are imports within one. */
export function foldersOf(
  files: ReadonlyMap<string, readonly string[]>,
  folderOf: (file: string) => string | undefined,
): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of files) {
    const from = folderOf(file)
    if (from === undefined) continue
    const to = graph.get(from) ?? new Set()
    graph.set(from, to)
    for (const folder of targets.map(folderOf)) if (folder !== undefined && folder !== from) to.add(folder)
  }
  return graph
}

/** Cycles of any length, each as its nodes in order with the first one at the end again; none where there is no cycle. */
export function cyclesOf(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const cycles: string[][] = []
  const state = new Map<string, 'open' | 'done'>()
  const path: string[] = []
  const walk = (node: string): void => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      cycles.push([...path.slice(path.indexOf(node)), node])
      return
    }
    state.set(node, 'open')
    path.push(node)
    for (const next of graph.get(node) ?? []) walk(next)
    path.pop()
    state.set(node, 'done')
  }
  for (const node of graph.keys()) walk(node)
  return cycles
}

const WIDTH = 118

/**
 * The map of a graph without cycles: a folder stands on the first level above all those it points to. A line a folder
 * with those it points to; folders that point to nothing share the lowest level's lines.
 */
export function mapOf(graph: Graph): string[] {
  const levels = new Map<string, number>()
  const levelOf = (node: string): number => {
    const known = levels.get(node)
    if (known !== undefined) return known
    const level = Math.max(-1, ...[...(graph.get(node) ?? [])].map(levelOf)) + 1
    levels.set(node, level)
    return level
  }
  const nodes = [...new Set([...graph.keys(), ...[...graph.values()].flatMap(to => [...to])])].sort()
  const top = Math.max(...nodes.map(levelOf))
  const lines = wrapped(nodes.filter(n => levelOf(n) === 0).join(', '), '0  ')
  const longest = Math.max(...nodes.filter(n => levelOf(n) > 0).map(n => n.length))
  for (let level = 1; level <= top; level++)
    for (const [i, node] of nodes.filter(n => levelOf(n) === level).entries()) {
      const first = `${i === 0 ? level : ' '}  ${node.padEnd(longest)} → `
      lines.push(...wrapped([...(graph.get(node) ?? [])].sort().join(', '), first))
    }
  return lines
}

/** A list behind `first`, cut into lines of the same indent. */
function wrapped(list: string, first: string): string[] {
  const lines: string[] = []
  let line = first
  for (const word of list.split(' ')) {
    if (line.length + word.length > WIDTH) {
      lines.push(line.trimEnd())
      line = ' '.repeat(first.length)
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}
