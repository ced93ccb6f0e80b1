import type { SelectOption } from '@wattyard/resource'
import type { ActionTarget, ConsoleAction, ConsoleModule } from '@wattyard/console-kit'
import { DIALOG_PARAM, matchesText } from '@wattyard/console-kit'

/** An action with the module whose word it is. */
export interface OfferedAction extends ConsoleAction {
  readonly word: string
  readonly module: string
}

interface Caller {
  readonly isOpenable: (route: string) => boolean
  readonly may: (permission: string) => boolean
}

/** Actions that this person may begin: the page is open to them, and they hold what it needs besides. */
export function offeredActions(modules: readonly ConsoleModule[], caller: Caller): OfferedAction[] {
  return modules.flatMap(({ name, actions = [] }) =>
    actions
      .filter(({ page, needs }) => caller.isOpenable(page) && (needs === undefined || caller.may(needs)))
      .map(action => ({ ...action, module: name, word: `${name}.action.${action.key}` })),
  )
}

/**
 * Address that begins an action, on a record when it has one. What the page's tab had in its address stays, so that
 * nobody's filters are lost by it.
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
  /** What kind of thing it is, said behind it. */
  readonly hint: string
  readonly run: () => void
}

export interface Section {
  readonly key: 'recent' | 'actions' | 'pages' | 'records'
  readonly items: readonly PaletteItem[]
}

/** Most that is shown of one kind; who seeks more types more. */
export const MAX_SHOWN = 12
/** Longest text that is sought; also what a scanner may have typed. */
export const MAX_SOUGHT = 64

/**
 * Sections narrowed to what is sought: by label, pages by their group too. What the server has sought is left as it came.
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

/** A record to choose, with the word that stands beside its name. */
export interface FoundRecord extends SelectOption {
  readonly beside?: string
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly can: readonly string[] }
export interface FoundRows {
  readonly list: readonly Row[]
  /** Names of what the rows refer to, by resource and id. */
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Rows of a list as options, those only on which the caller may run the command. */
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
      const name = named(row[beside])
      const own = row[label]
      return {
        id: row.id,
        label: typeof own === 'string' ? own : row.id,
        ...(name === undefined ? {} : { beside: name }),
      }
    })
}
