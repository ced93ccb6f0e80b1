import { lazyPart, needWords, type TodoAction, useWords } from '@wattyard/console-kit'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Todo } from '../../contract/index.ts'
import { addressOf } from './home-api.ts'
import { type Action, LETTERS } from './todo-for.ts'
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

const ACTIONS = Object.keys(LETTERS) as Action[] // a closed literal

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
