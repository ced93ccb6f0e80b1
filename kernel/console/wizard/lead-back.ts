/** A step, as far as refusals of the server concern it. */
export interface Owner {
  readonly key: string
  /** The step's own name for a field of the call, such as `code` for `station.code`; null when it is not asked there. */
  readonly owns: (path: string) => string | null
}

export interface LedBack {
  /** What is wrong in each step, by its own names of fields; steps without errors are absent. */
  readonly bySteps: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** The first step in which something is wrong; null when nothing that is refused belongs to a step. */
  readonly first: string | null
  /** What belongs to no step, with its path. */
  readonly rest: readonly (readonly [path: string, text: string])[]
}

/** Returns for each refused field the step in which it is typed. The first step that owns a path has it. */
export function leadBack(steps: readonly Owner[], fields: Readonly<Record<string, string>>): LedBack {
  const bySteps = new Map<string, Record<string, string>>()
  const rest: (readonly [string, string])[] = []
  for (const [path, text] of Object.entries(fields)) {
    const step = steps.find(one => one.owns(path) !== null)
    const own = step?.owns(path)
    if (!step || own === null || own === undefined) rest.push([path, text])
    else bySteps.set(step.key, { ...bySteps.get(step.key), [own]: text })
  }
  return { bySteps, first: steps.find(({ key }) => bySteps.has(key))?.key ?? null, rest }
}

/** Returns `owns` of a step whose fields are sent as one object under `place`. */
export const ownsUnder =
  (place: string, fields: readonly string[]) =>
  (path: string): string | null => {
    const name = path.startsWith(`${place}.`) ? path.slice(place.length + 1) : ''
    return fields.includes(name) ? name : null
  }
