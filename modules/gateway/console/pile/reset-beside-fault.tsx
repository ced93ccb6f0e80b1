import { anyResource, CommandDialog, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { command } from '../../contract/command.ts'
import { ReturnOfPile } from '../return-of-pile.tsx'

const COMMANDS = anyResource(command)

/** Draws the reset of a faulty pile for people who may send it, and then whether the pile came back. */
export function ResetBesideFault({ pileId, code }: { pileId: string; code: string }) {
  const { t } = useWords()
  const mayReset = useMay(`${command.name}:reset`)
  const [isAsking, setAsking] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  if (!mayReset) return null
  return (
    <span className="w-row w-wrap w-no-print">
      <Button size="small" danger onClick={() => setAsking(true)}>
        {t('gateway.command.reset')}
      </Button>
      {sent !== null && <ReturnOfPile command={sent} isFaulty />}
      {isAsking && (
        <CommandDialog
          resource={COMMANDS}
          command="reset"
          records={[]}
          known={{ piles: [pileId] }}
          isFollowed
          labels={{ 'assets.pile': { [pileId]: code } }}
          onDone={answer => {
            setAsking(false)
            if (answer) setSent(idOfSent(answer.data))
          }}
        />
      )}
    </span>
  )
}

/** Returns the id of the command that was sent; null for an answer without one. */
function idOfSent(answer: unknown): string | null {
  const list = answer !== null && typeof answer === 'object' && 'list' in answer ? answer.list : []
  if (!Array.isArray(list)) return null
  return (list as { id: string }[])[0]?.id ?? null // the command's declared answer
}
