import { Button } from 'antd'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { useWords } from '../words/use-words.ts'
import { Dialog } from './dialog.tsx'

/** What is asked before something happens. */
export interface Question {
  readonly title: string
  readonly text?: ReactNode
  readonly okText?: string
  readonly cancelText?: string
  readonly danger?: boolean
  /** Key of a question that is asked only once, however many calls request it; they share the answer. */
  readonly once?: string
}

interface Asked extends Question {
  readonly id: number
  readonly promise: Promise<boolean>
  answer(yes: boolean): void
}

const useQuestions = create<{ list: readonly Asked[] }>()(() => ({ list: [] }))
let lastId = 0

/** Asks the person; resolves to false when cancelled or closed. Needs `<Confirms />` in the shell. */
export async function confirm(question: Question): Promise<boolean> {
  const same = useQuestions.getState().list.find(one => one.once !== undefined && one.once === question.once)
  if (same) return same.promise
  lastId += 1
  const id = lastId
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (yes: boolean): void => {
    useQuestions.setState(({ list }) => ({ list: list.filter(one => one.id !== id) }))
    resolve(yes)
  }
  useQuestions.setState(({ list }) => ({ list: [...list, { ...question, id, promise, answer }] }))
  return promise
}

/** Draws the open question; the shell mounts it once. */
export function Confirms() {
  const { t } = useWords()
  const question = useQuestions(state => state.list[0])
  return (
    <Dialog
      key={question?.id}
      open={question !== undefined}
      title={question?.title ?? ''}
      width={420}
      onClose={() => question?.answer(false)}
      foot={
        <>
          <Button onClick={() => question?.answer(false)}>{question?.cancelText ?? t('kit.cancel')}</Button>
          <Button type="primary" danger={question?.danger ?? false} onClick={() => question?.answer(true)}>
            {question?.okText ?? t('kit.ok')}
          </Button>
        </>
      }
    >
      {question?.text}
    </Dialog>
  )
}
