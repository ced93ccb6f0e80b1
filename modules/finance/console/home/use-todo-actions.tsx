import { isOpenable, lazyPart, may, type Me, needWords, type TodoAction, useWords } from '@wattyard/console-kit'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Todo } from '../../contract/index.ts'
import { addressOf } from './home-api.ts'
import { idOf } from './todo-item-id.ts'

const ResetDialog = lazyPart(async () => {
  // The words of commands are read with the first question; home shows nothing else of the gateway.
  const [part] = await Promise.all([import('./reset-dialog.tsx'), needWords('gateway', 'assets')])
  return part.ResetDialog
})
const CloseDialog = lazyPart(async () => {
  // Its trial balance names the accounts of the ledger.
  const [part] = await Promise.all([import('../bill/close-dialog.tsx'), needWords('ledger')])
  return part.CloseDialog
})

/** Actions of rows with their letters. The first two ask here; the others open the place where it is done. */
const LETTERS = { reset: 'r', close: 'c', approve: 'a', publish: 'p', admit: 'i', handle: 'h' } as const
type Action = keyof typeof LETTERS
const ACTIONS = Object.keys(LETTERS) as Action[] // a closed literal

/** Action of each kind, with the permission that it takes. */
const OF_KIND: Readonly<Record<Todo['kind'], readonly [Action, permission: string]>> = {
  fault: ['reset', 'gateway.command:reset'],
  offline: ['handle', 'assets.pile:read'],
  abnormal: ['handle', 'charging.abnormal:handle'],
  ledger: ['handle', 'finance.books:verify'],
  draft: ['publish', 'pricing.version:publish'],
  dayClose: ['close', 'finance.dayClose:close'],
  approveClose: ['approve', 'finance.dayClose:approve'],
  approval: ['approve', 'platform.approval:approve'],
  pendingPile: ['admit', 'gateway.pendingPile:approve'],
}

/** Returns the action that a person can take on an item; undefined when there is none. */
export function actionOf({ kind, targets = [], link }: Todo, me: Me | null): Action | undefined {
  const [action, permission] = OF_KIND[kind]
  if (!may(me, permission)) return undefined
  if (action === 'reset') return targets.length > 0 ? action : undefined
  return action === 'close' || isOpenable(link.path) ? action : undefined
}

/** Returns the actions of the list, and the dialog of the one that is being asked about. */
export function useTodoActions(todos: readonly Todo[]): { actions: readonly TodoAction[]; dialog: ReactNode } {
  const { t } = useWords()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ action: Action; todo: Todo } | null>(null)
  const run = (action: Action, id: string): void => {
    const todo = todos.find(one => idOf(one) === id)
    if (!todo) return
    if (action === 'reset' || action === 'close') setAsked({ action, todo })
    else void navigate(addressOf(todo.link))
  }
  const actions = ACTIONS.map(key => ({
    key,
    letter: LETTERS[key],
    label: t(`finance.home.action.${key}`),
    run: (id: string) => run(key, id),
  }))
  const onDone = (): void => setAsked(null)
  const dialog =
    asked === null ? null : asked.action === 'reset' ? (
      <ResetDialog piles={asked.todo.targets ?? []} onDone={onDone} />
    ) : (
      <CloseDialog
        first={asked.todo.subject ?? ''}
        last={asked.todo.link.query['f.day.to'] ?? asked.todo.subject ?? ''}
        onDone={onDone}
      />
    )
  return { actions, dialog }
}
