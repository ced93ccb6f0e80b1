/** Part of a step that assigns the server's refusals to steps. */
export interface Owner {
  readonly key: string
  /**
   * Returns the step's own name for a field of the call, such as `code` for `station.code`; null when the step does not ask for
   * it.
   */
  readonly owns: (path: string) => string | null
}

export interface LedBack {
  /** Messages by step and the step's own field name; steps without errors are absent. */
  readonly bySteps: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Key of the first step with an error; null when no refused field belongs to a step. */
  readonly first: string | null
  /** Messages that belong to no step, with their paths. */
  readonly rest: readonly (readonly [path: string, text: string])[]
}

/** Assigns each refused field to the first step that owns its path. */
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

/** Returns the `owns` of a step whose fields are sent as one object under `place`; paths inside a field belong to it. */
export const ownsUnder =
  (place: string, fields: readonly string[]) =>
  (path: string): string | null => {
    const name = path.startsWith(`${place}.`) ? path.slice(place.length + 1) : ''
    return fields.includes(name.split('.')[0] ?? '') ? name : null
  }
