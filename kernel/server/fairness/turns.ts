import { Refusal } from '../refusal.ts'
import { type Requester, STRANGERS } from './requester.ts'

/** How long a call of a person may wait for its turn; then it is told to come back. */
export const TURN_WAIT_MS = 2_000
/** How long the product's own work and the gateway wait: they have nobody to tell. */
export const OWN_WAIT_MS = 10_000
/**
 * Waiting is counted in parts: while this thread is busy with one thing for long, nobody can give a turn back, and of that time one
 * part counts. Otherwise all who wait would be refused at its end, before the turns that are given back meanwhile are seen.
 */
const SLICE_MS = 200
/** Calls that may wait: of one session or address, of one tenant or all strangers, of all people. */
export const MAX_WAITING = { name: 100, group: 500, people: 1_000 }

/** Most connections at once, by who asks. Nothing is taken back from who has one, so nobody may have all of them. */
export interface Shares {
  /** People and the product's own work together: one is left for the piles. */
  notPiles: number
  own: number
  people: number
  tenant: number
  strangers: number
  session: number
}

/** Returns the shares of a pool. With 2 connections people have one at a time. */
export function sharesOf(size: number): Shares {
  const people = Math.max(1, size - 2)
  return {
    notPiles: size > 2 ? size - 1 : size,
    own: Math.max(Math.min(2, size), size - 2),
    people,
    tenant: Math.max(1, people - 1),
    strangers: Math.max(1, Math.floor(people / 2)),
    session: Math.max(1, Math.floor(people / 4)),
  }
}

export interface Turns {
  /**
   * Waits until a connection is this asker's.
   *
   * @returns what ends the turn
   * @throws Refusal `kernel.tooManyAtOnce` (429) when a person waited too long or too many wait already
   */
  take(asker: Requester): Promise<() => void>
  /** Everybody who waits now. */
  readonly waiting: number
}

/** A line of askers; lines stand in lines: all, then kind, tenant, session. Only the last ones hold people. */
interface Line {
  held: number
  waiting: number
  most: number
  /** Number of the turn that was given here last. */
  served: number
  inside: Map<string, Line>
  queue: (() => void)[]
}

const lineOf = (most: number): Line => ({ held: 0, waiting: 0, most, served: 0, inside: new Map(), queue: [] })

/**
 * Fair turns at something of which there are `size`. Who has fewest now comes first, on every level: piles against everybody
 * else, people against the product's own work, tenant against tenant, session against session; among equals, who was
 * served longest ago. So four hundred calls of one person are one of the lines that others stand beside, not in front of.
 */
export function createTurns(size: number, wait_ms = TURN_WAIT_MS): Turns {
  const shares = sharesOf(size)
  const root = lineOf(size)
  let given = 0

  /** The lines from the outermost to one's own, by name and how much may be held there. */
  function pathOf({ kind, group, name }: Requester): readonly (readonly [string, number])[] {
    if (kind === 'piles') return [['piles', size]]
    const outer = ['others', shares.notPiles] as const
    if (kind === 'own') return [outer, ['own', shares.own]]
    const most = group === STRANGERS ? shares.strangers : shares.tenant
    return [outer, ['people', shares.people], [group, most], [name, shares.session]]
  }

  function linesOf(path: ReturnType<typeof pathOf>): Line[] {
    const lines = [root]
    let outer = root
    for (const [word, most] of path) {
      const line = outer.inside.get(word) ?? lineOf(most)
      outer.inside.set(word, line)
      lines.push(line)
      outer = line
    }
    return lines
  }

  /** Lines that nobody stands in or holds anything of are forgotten: names come from outside. */
  function forget(path: ReturnType<typeof pathOf>, lines: readonly Line[]): void {
    for (let depth = path.length; depth > 0; depth--) {
      const line = lines[depth]
      if (!line || line.held > 0 || line.waiting > 0) return
      lines[depth - 1]?.inside.delete(path[depth - 1]?.[0] ?? '')
    }
  }

  /** The next who may go, in this line or one inside of it. */
  function next(line: Line): (() => void) | null {
    if (line.waiting === 0 || line.held >= line.most) return null
    if (line.queue.length > 0) return line.queue[0] ?? null
    const order = [...line.inside.values()]
      .filter(one => one.waiting > 0)
      .toSorted((a, b) => a.held - b.held || a.served - b.served)
    for (const one of order) {
      const found = next(one)
      if (found) return found
    }
    return null
  }

  function serve(): void {
    for (let go = next(root); go; go = next(root)) go()
  }

  function isFull([, , people, group, name]: readonly Line[]): boolean {
    return (
      (name?.waiting ?? 0) >= MAX_WAITING.name ||
      (group?.waiting ?? 0) >= MAX_WAITING.group ||
      (people?.waiting ?? 0) >= MAX_WAITING.people
    )
  }

  return {
    async take(asker) {
      const path = pathOf(asker)
      const lines = linesOf(path)
      if (asker.kind === 'people' && isFull(lines)) {
        forget(path, lines)
        throw tooMany(wait_ms)
      }
      const patience_ms = asker.wait_ms ?? (asker.kind === 'people' ? wait_ms : OWN_WAIT_MS)
      const last = lines.at(-1) ?? root
      const leave = (line: Line) => line.waiting--
      return new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | null = null
        const go = () => {
          if (timer) clearTimeout(timer)
          last.queue.shift()
          given++
          for (const line of lines) {
            leave(line)
            line.held++
            line.served = given
          }
          let isHeld = true
          resolve(() => {
            if (!isHeld) return
            isHeld = false
            for (const line of lines) line.held--
            forget(path, lines)
            serve()
          })
        }
        for (const line of lines) line.waiting++
        last.queue.push(go)
        serve()
        if (!last.queue.includes(go)) return
        const giveUp = () => {
          last.queue.splice(last.queue.indexOf(go), 1)
          lines.forEach(leave)
          forget(path, lines)
          reject(asker.kind === 'people' ? tooMany(patience_ms) : noneFree(patience_ms))
        }
        const waitOn = (left_ms: number) => {
          timer = setTimeout(
            () => (left_ms > SLICE_MS ? waitOn(left_ms - SLICE_MS) : giveUp()),
            Math.min(left_ms, SLICE_MS),
          )
        }
        waitOn(patience_ms)
      })
    },
    get waiting() {
      return root.waiting
    },
  }
}

const tooMany = (waited_ms: number) =>
  new Refusal('kernel.tooManyAtOnce', { status: 429, params: { seconds: Math.ceil(waited_ms / 1000) } })

/** In the driver's own words, so that it is explained like a database that does not answer. */
const noneFree = (waited_ms: number) =>
  new Error(`timeout exceeded when trying to connect: no free connection within ${waited_ms} ms`)
