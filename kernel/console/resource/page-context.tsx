import { type ComponentType, createContext, useContext } from 'react'
import type { ControlProps } from '../faces/controls.tsx'
import { labelOf } from './list/cell.tsx'
import type { ColumnSettings } from './list/column-settings.ts'
import type { Values } from './form-values.ts'
import type { ListState } from './list/list-state.ts'
import { useWords } from '../words/use-words.ts'
import type { AnyRecord, Labels, ListAnswer } from '@wattyard/resource'
import type { AnyResource } from './records.ts'

export interface CellSlotProps {
  readonly value: unknown
  readonly record: AnyRecord
  readonly labels: Labels
}

export interface ControlSlotProps extends ControlProps {
  /** All values of the form as they are now. */
  readonly values: Readonly<Record<string, unknown>>
}

export interface SectionProps {
  readonly record: AnyRecord
  readonly labels: Labels
}

export interface CommandSlotProps {
  readonly records: readonly AnyRecord[]
  /** `answer` is what the command returned, absent when it was cancelled. */
  readonly onDone: (answer?: { readonly data: unknown }) => void
}

/** Text that names a record. */
export type NameOfRecord = (record: AnyRecord) => string

/**
 * Door (a): replace one part and keep the page. More than three of them on one screen means door (b): a page of its own
 * with `useList`, `useRecord` and `useCommand`.
 */
export interface ResourceSlots {
  /** Cell of a column, also in the detail. */
  readonly cells?: Readonly<Record<string, ComponentType<CellSlotProps>>>
  /** A hook for what a record is called aloud and in questions, where its label is a code that its cell shows as a word. */
  readonly useNameOf?: () => NameOfRecord
  /** Pixels of columns for which the width of their kind does not fit; what a person pulls goes before it. */
  readonly widths?: Readonly<Record<string, number>>
  /** Control of a field in the form. */
  readonly controls?: Readonly<Record<string, ComponentType<ControlSlotProps>>>
  /** Dialog of a command, usually `CommandDialog` with more than its definition says. */
  readonly commands?: Readonly<Record<string, ComponentType<CommandSlotProps>>>
  /** Beside the buttons at the top. */
  readonly toolbar?: ComponentType<{ readonly state: ListState }>
  /** Between the title and the table: tiles, a chart. */
  readonly summary?: ComponentType<{ readonly state: ListState; readonly answer: ListAnswer | undefined }>
  /** Other ways to show what the list would, such as a map; `title` is the key of a word. A switch above the list chooses, in the URL. */
  readonly views?: readonly { readonly key: string; readonly title: string; readonly Show: ComponentType }[]
  /** Fields that a section of the detail shows: its facts leave them out. */
  readonly inSections?: readonly string[]
  /** Sections of the detail, after the fields; `title` is the key of a word. */
  readonly sections?: readonly {
    readonly key: string
    readonly title: string
    readonly Show: ComponentType<SectionProps>
    /** Permission without which the section is not there, such as `assets.pile:read`. */
    readonly needs?: string
    /** Tab of the detail it stands on: one of the form's or its own, `<resource>.tab.<tab>`; the first when absent. */
    readonly tab?: string
  }[]
}

/** What is open over the list. */
export type Opened =
  /** `known`: values that stand in the form from the start, and `labels` of what they point at. */
  | {
      readonly kind: 'create'
      readonly known?: { readonly values: Values; readonly labels: Labels }
      /** Command whose dialog opens for the new record, where otherwise its detail would. */
      readonly next?: string
    }
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'command'; readonly command: string; readonly records: readonly AnyRecord[] }
  | { readonly kind: 'export' }
  | { readonly kind: 'import' }
  | null

export interface PageContextValue {
  readonly resource: AnyResource
  readonly slots: ResourceSlots
  readonly state: ListState
  readonly change: (change: Partial<ListState>) => void
  readonly answer: ListAnswer | undefined
  readonly labels: Labels
  readonly columns: readonly string[]
  readonly settings: ColumnSettings
  readonly setSettings: (settings: ColumnSettings) => void
  readonly chosen: ReadonlyMap<string, AnyRecord>
  readonly choose: (records: readonly AnyRecord[], on: boolean) => void
  readonly opened: Opened
  readonly open: (what: Opened) => void
  /** Id of the record whose detail is open; it is in the URL. */
  readonly detailId: string | null
  readonly showDetail: (id: string | null) => void
  /** Follows the making of a record: its detail, or in a list inside another detail nothing. */
  readonly onCreated: (id: string) => void
  readonly refresh: () => void
}

export const PageContext = createContext<PageContextValue | null>(null)

/** State of the resource page around; only inside `ResourcePage` or `ResourceFrame`. */
export function usePage(): PageContextValue {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage is for parts of a ResourcePage or ResourceFrame')
  return page
}

/** Text that names a record of this resource to a person: by the slot of the page around when it is that resource's. */
export function useNameOf(resource: AnyResource): NameOfRecord {
  const page = useContext(PageContext)
  const useOwn = page?.resource.name === resource.name ? page.slots.useNameOf : undefined
  const own = (useOwn ?? useNoName)()
  const { language } = useWords()
  return own ?? (record => labelOf(resource, record, language))
}

const useNoName = (): undefined => undefined
