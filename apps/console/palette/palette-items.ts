import type { SelectOption } from '@wattyard/resource'
import type { ActionTarget, ConsoleAction, ConsoleModule } from '@wattyard/console-kit'
import { DIALOG_PARAM, matchesText } from '@wattyard/console-kit'

/** An action with its module and the key of its word. */
export interface OfferedAction extends ConsoleAction {
  readonly word: string
  readonly module: string
}

interface Caller {
  readonly isOpenable: (route: string) => boolean
  readonly may: (permission: string) => boolean
}

/** Returns the actions that this person may start: they may open the page and hold the further permission. */
export function offeredActions(modules: readonly ConsoleModule[], caller: Caller): OfferedAction[] {
  return modules.flatMap(({ name, actions = [] }) =>
    actions
      .filter(({ page, needs }) => caller.isOpenable(page) && (needs === undefined || caller.may(needs)))
      .map(action => ({ ...action, module: name, word: `${name}.action.${action.key}` })),
  )
}

/**
 * Returns the address that starts an action, on a record when there is one. It keeps the query of the page's open tab, so that
 * its filters are not lost.
 */
export function addressOf(action: ConsoleAction, id: string | null, before: string): string {
  const query = new URLSearchParams(before)
  if (id !== null) query.set('open', id)
  if (action.opens !== undefined) query.set(DIALOG_PARAM, action.opens)
  const text = query.toString()
  return action.page + (text ? `?${text}` : '')
}

export interface PaletteItem {
  readonly key: string
  readonly label: string
  /** Kind of the item, shown behind the label. */
  readonly hint: string
  readonly run: () => void
}

export interface Section {
  readonly key: 'recent' | 'actions' | 'pages' | 'records'
  readonly items: readonly PaletteItem[]
}

/** Largest number of items of one kind; a longer search text narrows them. */
export const MAX_SHOWN = 12
/** Longest search text; a scanner may have typed it. */
export const MAX_SOUGHT = 64

/**
 * Returns the sections narrowed to the search text: by label, and pages also by their group. Results of the server stay
 * unchanged.
 */
export function narrowed(sections: readonly Section[], sought: string): Section[] {
  const wanted = sought.trim()
  return sections
    .map(({ key, items }) => ({
      key,
      items: (wanted === '' || key === 'records'
        ? items
        : items.filter(
            ({ label, hint }) => matchesText(label, wanted) || (key === 'pages' && matchesText(hint, wanted)),
          )
      ).slice(0, MAX_SHOWN),
    }))
    .filter(({ key, items }) => items.length > 0 && (key !== 'recent' || wanted === ''))
}

/** A record to choose, with the value shown beside its name. */
export interface FoundRecord extends SelectOption {
  readonly beside?: string
}

/**
 * Returns found records with those first that are called as typed, before what was found by something else, such as the orders of a
 * pile. Kinds take turns, so that the many orders of a member leave the member in sight.
 */
export function inTurn<F extends { readonly option: FoundRecord }>(
  kinds: readonly (readonly F[])[],
  sought: string,
): F[] {
  // A number stands beside the name of a person.
  const isCalledSo = ({ option: { label, beside = '' } }: F): number =>
    Number([label, beside].some(text => text.toLowerCase().startsWith(sought.toLowerCase())))
  return kinds
    .flatMap(found => found.map((one, at) => ({ one, at })))
    .toSorted((a, b) => isCalledSo(b.one) - isCalledSo(a.one) || a.at - b.at)
    .map(({ one }) => one)
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly can: readonly string[] }
export interface FoundRows {
  readonly list: readonly Row[]
  /** Names of the records that the rows refer to, by resource and id. */
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the rows of a list as options, limited to those on which the caller may run the command. */
export function optionsOf(
  { list, labels }: FoundRows,
  { label = '', beside = '', can }: Pick<ActionTarget, 'label' | 'beside' | 'can'>,
): FoundRecord[] {
  const named = (id: unknown): string | undefined =>
    typeof id === 'string'
      ? Object.values(labels)
          .map(names => names[id])
          .find(name => name !== undefined)
      : undefined
  return list
    .filter(row => can === undefined || row.can.includes(can))
    .map(row => {
      const said = row[beside]
      // What refers to a record is told by its name alone; a number is told as it is.
      const name = named(said) ?? (typeof said === 'string' && said !== '' && !ID.test(said) ? said : undefined)
      const own = row[label]
      return {
        id: row.id,
        label: typeof own === 'string' ? own : row.id,
        ...(name === undefined ? {} : { beside: name }),
      }
    })
}
