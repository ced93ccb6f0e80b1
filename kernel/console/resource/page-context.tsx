import { type ComponentType, createContext, type ReactNode, type RefCallback, useContext } from 'react'
import type { CodeWords } from '../faces/code-filter.tsx'
import type { ControlProps } from '../faces/controls.tsx'
import { labelOf } from './list/cell.tsx'
import type { ColumnSettings } from './list/column-settings.ts'
import type { Values } from './form-values.ts'
import type { ListState } from './list/list-state.ts'
import type { MenuAction } from '../ui/menu-button.tsx'
import type { Question } from '../ui/confirm.tsx'
import { useWords } from '../words/use-words.ts'
import type { AnyRecord, Labels, ListAnswer } from '@wattyard/resource'
import type { AnyResource } from './records.ts'

export interface CellSlotProps {
  readonly value: unknown
  readonly record: AnyRecord
  readonly labels: Labels
  /** The cell stands below a head that names the unit. */
  readonly inColumn?: boolean
  /** The cell is the heading of the detail, which shows the other facts itself. */
  readonly isTitle?: boolean
}

export interface ControlSlotProps extends ControlProps {
  /** All present values of the form. */
  readonly values: Readonly<Record<string, unknown>>
}

export interface SectionProps {
  readonly record: AnyRecord
  readonly labels: Labels
}

export interface CommandSlotProps {
  readonly records: readonly AnyRecord[]
  /** Names of the records that they refer to, where they are known. */
  readonly labels?: Labels
  /** `answer` is the command's answer; absent when it was cancelled. */
  readonly onDone: (answer?: { readonly data: unknown }) => void
}

export interface CreatedSlotProps {
  /** The record that was just created. */
  readonly record: AnyRecord
  readonly onDone: () => void
}

/** The form of a record before it is saved. */
export interface FormSlotProps {
  /** The present values, in wire form. */
  readonly values: Readonly<Record<string, unknown>>
  /** The record as it is stored; null for a new one. */
  readonly record: AnyRecord | null
  /** Fields that differ from the stored ones. */
  readonly changed: readonly string[]
}

/** Returns the name of a record. */
export type NameOfRecord = (record: AnyRecord) => string

/** More actions of a record, and the dialog that one of them opened. */
export interface DetailMenu {
  readonly actions: readonly MenuAction[]
  readonly dialog: ReactNode
}

/**
 * Slots of a generated page: each replaces one part and keeps the rest. A screen that needs more than three is better built as
 * its own page with `useList`, `useRecord` and `useCommand`.
 */
export interface ResourceSlots {
  /** Cell of a column; the detail uses it too. */
  readonly cells?: Readonly<Record<string, ComponentType<CellSlotProps>>>
  /**
   * Hook that returns the record's name for screen readers and questions, for labels that are codes and only their cell shows as
   * words.
   */
  readonly useNameOf?: () => NameOfRecord
  /** Widths in pixels of columns whose kind has an unsuitable width; a width set by a person takes precedence. */
  readonly widths?: Readonly<Record<string, number>>
  /** Control of a field in the form. */
  readonly controls?: Readonly<Record<string, ComponentType<ControlSlotProps>>>
  /** Filters that the page itself sets, such as those of its parts: a list that only these narrow is empty, not filtered. */
  readonly ownFilters?: readonly string[]
  /**
   * The part of the records that the page is about, as values of choice fields: lists, sums and exports have these alone, and no filter
   * takes them away. Of a field with one value new records have it.
   */
  readonly only?: Readonly<Record<string, readonly string[]>>
  /** Columns of the page's list, where those of the definition are of other records. */
  readonly columns?: readonly string[]
  /** The list has no sums, because its records stand on different sides. */
  readonly withoutTotals?: true
  /** Fields that the page's form asks, where its records need a part of the definition's form only. */
  readonly formFields?: readonly string[]
  /** Fields that the page's records must have, though the definition leaves them open. */
  readonly formNeeds?: readonly string[]
  /** Text columns whose values are codes: their filter offers the words, and its pill shows them. */
  readonly filterCodes?: Readonly<Record<string, CodeWords>>
  /** Content under the fields of the form: what the present values come to. */
  readonly formFoot?: ComponentType<FormSlotProps>
  /** Hook that returns what is asked before a save, from the values to be saved; null to save at once. */
  readonly useQuestionBeforeSave?: () => (form: FormSlotProps) => Question | null
  /** Dialog over the detail of a record that was just created in the form: what has to be done next. */
  readonly created?: ComponentType<CreatedSlotProps>
  /** Dialog of a command, usually `CommandDialog` with additions. */
  readonly commands?: Readonly<Record<string, ComponentType<CommandSlotProps>>>
  /** Commands on no record that the toolbar offers in its own way; the head leaves them out. */
  readonly ownCommands?: readonly string[]
  /** Content beside the buttons at the top. */
  readonly toolbar?: ComponentType<{ readonly state: ListState }>
  /**
   * Hook that returns actions of the page without a button of their own. They are in the menu beside the title, and when there are
   * any, import and export are, too.
   */
  readonly useMenu?: () => readonly MenuAction[]
  /** Content between the title and the table: tiles, a chart. */
  readonly summary?: ComponentType<{ readonly state: ListState; readonly answer: ListAnswer | undefined }>
  /**
   * Other views of the list's records, such as a map; `title` is the key of a word. A switch above the list chooses the view, in
   * the URL.
   */
  readonly views?: readonly { readonly key: string; readonly title: string; readonly Show: ComponentType }[]
  /**
   * Hook that returns more actions of a record for the menu of its detail, such as commands of another resource, and the dialog of
   * the one that is being asked about.
   */
  readonly useDetailMenu?: (record: AnyRecord) => DetailMenu
  /** Key of a word: records of the page come and go by themselves, and the detail of one that is gone closes with it. */
  readonly whenGone?: string
  /** Content under the name in the detail, above its tabs: a live state. */
  readonly head?: ComponentType<SectionProps>
  /**
   * Fields shown as figures in the head of the detail, three to five; `hint` is the key of a word that says how the figure is
   * counted, `when` leaves it out of records for which it would be false.
   */
  readonly figures?: readonly {
    readonly field: string
    readonly hint?: string
    readonly when?: (record: AnyRecord) => boolean
  }[]
  /** Figures of the head that are read on their own or reckoned, below `figures`; usually a `StatGrid` with the look `plain`. */
  readonly headFigures?: ComponentType<SectionProps>
  /** Order of the detail's tabs; tabs that it does not name follow. */
  readonly tabs?: readonly string[]
  /** Tab of the fields whose form names none; the first tab when absent. */
  readonly factsTab?: string
  /** All fields stand on `factsTab`, whatever tab their form has: a detail with many tabs of its own needs no second one. */
  readonly joinsFacts?: true
  /** Fields that the head or a section of the detail shows, so that its facts omit them. */
  readonly inSections?: readonly string[]
  /** Sections of the detail after the fields; `title` is the key of a word. */
  readonly sections?: readonly {
    readonly key: string
    readonly title: string
    readonly Show: ComponentType<SectionProps>
    /** Permission that the section requires, such as `assets.pile:read`. */
    readonly needs?: string
    /**
     * Tab of the detail: one of the form's, one of every detail's (`kit.tab`), or its own with the word `<resource>.tab.<tab>`;
     * the first tab when absent.
     */
    readonly tab?: string
    /** Stands before the facts of its tab. */
    readonly isFirst?: boolean
    /** Stands after the parts that other modules add to its tab. */
    readonly isLast?: boolean
  }[]
}

/** Dialog that is open over the list. */
export type Opened =
  /** `known`: initial values of the form, and the names (`labels`) of the records they refer to. */
  | {
      readonly kind: 'create'
      readonly known?: { readonly values: Values; readonly labels: Labels }
      /** Command whose dialog opens for the new record; otherwise its detail opens. */
      readonly next?: string
    }
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'created'; readonly record: AnyRecord }
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
  /** Width in pixels for the table, and the ref of the element that has it; undefined until it is measured. */
  readonly room: number | undefined
  readonly roomRef: RefCallback<HTMLElement>
  readonly chosen: ReadonlyMap<string, AnyRecord>
  readonly choose: (records: readonly AnyRecord[], on: boolean) => void
  readonly opened: Opened
  readonly open: (what: Opened) => void
  /** Id of the record whose detail is open, from the URL. */
  readonly detailId: string | null
  readonly showDetail: (id: string | null) => void
  /** Tab of the open detail, from the URL; null for its first. */
  readonly detailTab: string | null
  readonly showDetailTab: (tab: string | null) => void
  /** Called after a record is created: opens its detail, or does nothing in a list inside another detail. */
  readonly onCreated: (id: string) => void
  readonly refresh: () => void
}

export const PageContext = createContext<PageContextValue | null>(null)

/**
 * Returns the state of the surrounding resource page.
 * @throws Error outside `ResourcePage` and `ResourceFrame`
 */
export function usePage(): PageContextValue {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage is for parts of a ResourcePage or ResourceFrame')
  return page
}

/**
 * Returns a function that names records of this resource, by the surrounding page's slot when the page is of the same resource.
 */
export function useNameOf(resource: AnyResource): NameOfRecord {
  const page = useContext(PageContext)
  const useOwn = page?.resource.name === resource.name ? page.slots.useNameOf : undefined
  const own = (useOwn ?? useNoName)()
  const { language } = useWords()
  return own ?? (record => labelOf(resource, record, language))
}

const useNoName = (): undefined => undefined
