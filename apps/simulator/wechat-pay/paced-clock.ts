import type { Clock } from '@wattyard/time'

/** A clock that also runs what is due. It tells the time of the stand-in; pauses between notifications run at `pace`. */
export interface PacedClock extends Clock {
  /** Runs a task once the clock shows `pause_ms` more. Returns how to call it off. */
  after(pause_ms: number, task: () => Promise<void>): () => void
  /** Moves the clock, and runs on the way everything that falls due, in its order; waits until it is done. */
  advance(ms: number): Promise<void>
  /** Calls everything off, for good, and waits for what is being done. */
  stop(): Promise<void>
}

export interface PacedClockOptions {
  /** Epoch ms at which a clock that stands still begins; without it the clock is the machine's. */
  stoppedAt?: number
  /** How much shorter pauses are than they say, for a demo: 60 makes a minute a second (1). */
  pace?: number
}

interface Task {
  due: number
  run: () => Promise<void>
}

/** `setTimeout` fires at once above this. */
const LONGEST_TIMER_MS = 2_147_000_000
/** Tasks of one moment run together; more than this would open as many sockets. */
const MOST_AT_ONCE = 32

/** Creates the clock of a stand-in: the machine's, or one that moves on command alone. */
export function createPacedClock({ stoppedAt, pace = 1 }: PacedClockOptions = {}): PacedClock {
  const tasks = new Set<Task>()
  const runs = stoppedAt === undefined
  let shift = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const running = new Set<Promise<void>>()
  const now = (): number => (stoppedAt ?? Date.now()) + shift

  const first = (): Task | undefined => {
    let found: Task | undefined
    for (const task of tasks) if (found === undefined || task.due < found.due) found = task
    return found
  }
  const takeDue = (until: number): Task[] => {
    const next = first()
    if (next === undefined || next.due > until) return []
    const due = [...tasks].filter(task => task.due <= next.due).slice(0, MOST_AT_ONCE)
    for (const task of due) tasks.delete(task)
    return due
  }
  const start = async (task: Task): Promise<void> => {
    const done = task.run()
    running.add(done)
    try {
      await done
    } finally {
      running.delete(done)
    }
  }
  const arm = (): void => {
    clearTimeout(timer)
    const next = runs ? first() : undefined
    if (next === undefined) return
    timer = setTimeout(
      () => {
        const due = takeDue(now())
        arm()
        for (const task of due) void start(task)
      },
      Math.min(Math.max(next.due - now(), 0), LONGEST_TIMER_MS),
    )
  }

  return {
    now,
    after: (pause_ms, run) => {
      const task = { due: now() + Math.ceil(pause_ms / pace), run }
      if (!isStopped) tasks.add(task)
      arm()
      return () => {
        tasks.delete(task)
      }
    },
    advance: async ms => {
      const target = now() + ms
      for (let due = takeDue(target); due.length > 0; due = takeDue(target)) {
        shift += Math.max((due[0]?.due ?? target) - now(), 0)
        await Promise.all(due.map(start))
      }
      shift += Math.max(target - now(), 0)
      arm()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      tasks.clear()
      await Promise.allSettled(running)
    },
  }
}
