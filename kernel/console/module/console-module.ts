import type { RoutePath } from '@wattyard/pages'
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

/** Records that an action is done to, found by what a person types. */
export interface ActionTarget {
  /** `charging.order`; its module says the path of it. */
  readonly resource: string
  /** Field that names a record, when the list has to be asked: needed with `only` and `can`. */
  readonly label?: string
  /** Only these: `{ 'filter.state': 'charging' }`. */
  readonly only?: Readonly<Record<string, string>>
  /** Field of the record whose word stands beside its name, such as the station of a pile. */
  readonly beside?: string
  /** Only records that the server lets the caller run this command on. */
  readonly can?: string
}

/** Something that can be begun from anywhere by the command palette. It opens the page's own dialog and does nothing itself. */
export interface ConsoleAction {
  /** Its word is `<module>.action.<key>`. */
  readonly key: string
  /** Route of the page; who may not open it is not offered the action. */
  readonly page: RoutePath
  /** What of its own the page opens, as `?do=`; without it the page, or the record, is just shown. */
  readonly opens?: string
  /** Permission that is needed besides. */
  readonly needs?: string
  readonly target?: ActionTarget
}

/** A part that a module adds to a page of another one, such as a kind of log. Its word is `<module>.pane.<key>`. */
export interface ConsolePane {
  readonly page: RoutePath
  readonly key: string
  /** Permission that is needed besides the page's. */
  readonly needs: string
  /** A `lazyPart`: the door is part of the shell. */
  readonly Show: ComponentType
}

/** A command that waits for a second person, as far as its own module knows how to show it. */
export interface DecisionProps {
  /** Id of the record it is to run on. */
  readonly record: string
  /** What it was given, in wire form. */
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * The door of a module's console room: what it shows beyond the pages and resources of its registry
 * (docs/guide/special-screen.md).
 */
export interface ConsoleModule {
  /** Name of the module, as in `assets.station`. */
  readonly name: string
  readonly locales: WordLoaders
  /** Route on which records of a resource open, where it differs from the resource's path. */
  readonly records?: Readonly<Record<string, RoutePath>>
  /** Parts of pages of other modules. The page names the module among its `words`. */
  readonly panes?: readonly ConsolePane[]
  /**
   * What a second person has to see of a command beyond its inputs, by its permission (`pricing.version:publish`): each a
   * `lazyPart`.
   */
  readonly decisions?: Readonly<Record<string, ComponentType<DecisionProps>>>
  /** What the command palette offers. */
  readonly actions?: readonly ConsoleAction[]
  /** Own reading of states: `{ 'assets.station.status': { retired: 'bad' } }`. */
  readonly tones?: Readonly<Record<string, Readonly<Record<string, Tone>>>>
}
