import type { ComponentType } from 'react'
import type { Tone } from '../words/tone.ts'
import type { WordLoaders } from '../words/words.ts'

/** What a page's file exports: `export function Page() { … }`. */
export interface PageFile {
  readonly Page: ComponentType
}

export interface PageEntry {
  /** `() => import('./station-page.tsx')`; the shell loads it before it opens the tab. */
  readonly load: () => Promise<PageFile>
  /** Other modules whose words the page shows (its own are always there). */
  readonly words?: readonly string[]
}

/** The door of a module's console room; docs/guide/special-screen.md. */
export interface ConsoleModule {
  /** Name of the module, as in `assets.station`. */
  readonly name: string
  /** Pages by the route of the console contract that they serve. */
  readonly pages: Readonly<Record<string, PageEntry>>
  readonly locales: WordLoaders
  /** Path of each resource of the module: references to them are looked up and linked by it. */
  readonly resources?: Readonly<Record<string, string>>
  /** Route on which records of a resource open, where it differs from the resource's path. */
  readonly records?: Readonly<Record<string, string>>
  /** Own reading of states: `{ 'assets.station.status': { retired: 'bad' } }`. */
  readonly tones?: Readonly<Record<string, Readonly<Record<string, Tone>>>>
}
