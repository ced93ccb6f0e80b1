import type { RoutePath } from '@wattyard/pages'
import type { PageStations } from '@wattyard/resource'
import type { ComponentType } from 'react'
import type { SectionProps } from '../resource/page-context.tsx'
import type { Tone } from '../words/tone.ts'
import type { WordLoaders } from '../words/words.ts'

/** Exports of a page's file: `export function Page() { … }`. */
export interface PageFile {
  readonly Page: ComponentType
}

export interface PageEntry {
  /** How the page relates to the chosen station. */
  readonly stations: PageStations
  /** `() => import('./station-page.tsx')`; the shell calls it before it opens the tab. */
  readonly load: () => Promise<PageFile>
  /** Other modules whose words the page shows; its own are always loaded. */
  readonly words?: readonly string[]
}

/** Records that an action applies to, found by the text that a person types. */
export interface ActionTarget {
  /** Resource name, such as `charging.order`; its module registers the path. */
  readonly resource: string
  /** Field that names a record; required with `only` and `can`, where the list is read. */
  readonly label?: string
  /** Filters that the records must match: `{ 'filter.state': 'charging' }`. */
  readonly only?: Readonly<Record<string, string>>
  /** Field whose value is shown beside the record's name, such as the station of a pile. */
  readonly beside?: string
  /** Command that the server must allow the caller on the record. */
  readonly can?: string
}

/** An action that the command palette offers anywhere. It opens the page's own dialog and changes nothing itself. */
export interface ConsoleAction {
  /** Key of the action; its word is `<module>.action.<key>`. */
  readonly key: string
  /** Route of the page. The palette hides the action from people who may not open it. */
  readonly page: RoutePath
  /** Value of `?do=`, which names the dialog of the page to open; without it, only the page or the record is shown. */
  readonly opens?: string
  /** Permission that the action requires besides the page's. */
  readonly needs?: string
  readonly target?: ActionTarget
}

/** A part that a module adds to a page of another module, such as a kind of log. Its word is `<module>.pane.<key>`. */
export interface ConsolePane {
  readonly page: RoutePath
  readonly key: string
  /** Permission that the part requires besides the page's. */
  readonly needs: string
  /** Whether the part follows the chosen station, as a page states it. */
  readonly stations: Exclude<PageStations, 'byPart'>
  /** A `lazyPart`, because a module's door is loaded with the shell. */
  readonly Show: ComponentType
}

/** A part that a module adds to the detail of another module's record. Its title is the word `<module>.detail.<key>`. */
export interface DetailPart {
  /** Resource name, such as `assets.station`; its page lists this module among its `words`. */
  readonly resource: string
  readonly key: string
  /** Tab of the detail, as in the slot `sections`; `head` for the head above the tabs, which shows no title. */
  readonly tab: string
  /** Permission that the part requires. */
  readonly needs: string
  /** Only for readers who see the whole company, because the part's calls declare `wholeTenant`. */
  readonly wholeTenant?: true
  /** Stands before all other parts of its tab. */
  readonly isFirst?: true
  /** A `lazyPart`, because a module's door is loaded with the shell. */
  readonly Show: ComponentType<SectionProps>
}

/** Props of a component with which a module shows its own command that waits for approval. */
export interface DecisionProps {
  /** Id of the record that the command will run on. */
  readonly record: string
  /** Inputs of the command, in wire form. */
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * The door of a module's console part: its additions to the pages and resources of its registry (docs/guide/special-screen.md).
 */
export interface ConsoleModule {
  /** Name of the module, as in `assets.station`. */
  readonly name: string
  readonly locales: WordLoaders
  /** Route, or part of its page, on which records of a resource open, where it differs from the resource's path. */
  readonly records?: Readonly<Record<string, RoutePath | `${RoutePath}?${string}`>>
  /** Routes on which records are made, by resource, where that is neither the resource's path nor the page of its records. */
  readonly lists?: Readonly<Record<string, RoutePath | `${RoutePath}?${string}`>>
  /** Parts on pages of other modules. Such a page lists this module among its `words`. */
  readonly panes?: readonly ConsolePane[]
  /** Parts in details of other modules' records. */
  readonly details?: readonly DetailPart[]
  /**
   * Details that the approver of a command sees besides its inputs, by permission (`pricing.version:publish`); each is a
   * `lazyPart`.
   */
  readonly decisions?: Readonly<Record<string, ComponentType<DecisionProps>>>
  /** Actions for the command palette. */
  readonly actions?: readonly ConsoleAction[]
  /** Tones of states, where they differ from the defaults: `{ 'assets.station.status': { retired: 'bad' } }`. */
  readonly tones?: Readonly<Record<string, Readonly<Record<string, Tone>>>>
}
