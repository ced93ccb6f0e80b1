import type { BrowserContextOptions } from '@playwright/test'
import { connectPile, type PileClient } from '@wattyard/gateway/testing'
import type { ConsoleClient } from '../harness/console-client.ts'
import type { Product } from '../harness/product.ts'
import type { Hand } from './hand.ts'

/** Most clicks that a task may take, and where the figure comes from. */
export interface Bound {
  clicks: number
  /** `first walk`: counted when every page was walked the first time. `first count`: that walk counted none, this bench did. */
  source: 'first walk' | 'first count'
}

export interface Stage {
  product: Product
  /** The first administrator, for making what a task starts from and for looking at how it ended. */
  admin: ConsoleClient
  /** A window of the first administrator, at home; counted with the others. */
  hand: Hand
  /** A second window of the first administrator. */
  secondWindow(): Promise<Hand>
  /** The browser of somebody else, who is not signed in. */
  otherBrowser(options?: BrowserContextOptions): Promise<Hand>
}

export interface Task {
  /** The task in a few words. */
  name: string
  bound: Bound
  /** Does the task and proves that it is done. @throws Error when it is not */
  run(stage: Stage): Promise<void>
}

/** A name that nobody has yet. */
export const freshName = (prefix: string): string => `${prefix}${Date.now().toString(36).toUpperCase()}`

/** Connects a simulated pile with its key, by OCPP 1.6J. */
export async function connectAs(address: string, identity: string, key: string): Promise<PileClient> {
  return connectPile(address, 'ocpp1.6', `Basic ${Buffer.from(`${identity}:${key}`).toString('base64')}`)
}

/** Waits until a look answers something. @throws Error after 20 s, with what was waited for */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 20_000
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > end) throw new Error(`never happened: ${what}`)
    await new Promise(done => setTimeout(done, 200))
  }
}
