import { useState } from 'react'
import { useWords } from '../words/use-words.ts'
import type { BoardItem } from './board-card.tsx'

export interface BoardColumn {
  readonly key: string
  readonly title: string
  /** Number of cards in the column, shown or not. */
  readonly total: number
  readonly items: readonly BoardItem[]
}

interface Moved {
  readonly item: BoardItem
  readonly to: string
}

interface BoardMoves {
  /** Columns as they will be when all pending moves are done. */
  readonly columns: readonly BoardColumn[]
  readonly moving: ReadonlySet<string>
  /** Text announced to assistive technology. */
  readonly said: string
  readonly say: (text: string) => void
  readonly move: (id: string, to: string) => Promise<void>
}

/** Returns the columns with pending moves applied: each moved card on top of its target column, and counted there. */
export function withMoves(columns: readonly BoardColumn[], moved: readonly Moved[]): BoardColumn[] {
  const isMoved = (id: string): boolean => moved.some(({ item }) => item.id === id)
  return columns.map(column => {
    const stay = column.items.filter(({ id }) => !isMoved(id))
    const left = column.items.length - stay.length
    const come = moved.filter(({ to }) => to === column.key).map(({ item }) => item)
    return { ...column, items: [...come, ...stay], total: column.total - left + come.length }
  })
}

/** Shows moves at once and takes them back when they are refused. `run` resolves to whether the move was done. */
export function useBoardMoves(
  columns: readonly BoardColumn[],
  run: (id: string, to: string) => Promise<boolean>,
): BoardMoves {
  const { t } = useWords()
  const [moved, setMoved] = useState<readonly Moved[]>([])
  const [said, say] = useState('')
  return {
    columns: withMoves(columns, moved),
    moving: new Set(moved.map(({ item }) => item.id)),
    said,
    say,
    async move(id, to) {
      const from = columns.find(({ items }) => items.some(item => item.id === id))
      const item = from?.items.find(one => one.id === id)
      const target = columns.find(({ key }) => key === to)
      if (!from || !item || !target || from.key === to || !item.targets.includes(to)) return
      setMoved(before => [...before, { item, to }])
      const words = { name: item.name, column: target.title }
      say(t('kit.board.moving', words))
      try {
        const isDone = await run(id, to)
        say(isDone ? t('kit.board.moved', words) : t('kit.board.notMoved', { name: item.name, column: from.title }))
      } finally {
        setMoved(before => before.filter(one => one.item.id !== id))
      }
    },
  }
}
