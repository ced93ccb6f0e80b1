import {
  type AnyRecord,
  anyResource,
  can,
  CommandDialog,
  useInvalidate,
  useList,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { dayClose } from '../../contract/index.ts'

const CLOSE = anyResource(dayClose)

/** Draws the closings that wait for a second person, with that person's commands. */
export function Proposals() {
  const { t } = useWords()
  const { data } = useList(dayClose, { page: 1, pageSize: 5, 'filter.state': 'proposed' })
  const invalidate = useInvalidate()
  const [asked, setAsked] = useState<{ command: string; record: AnyRecord } | null>(null)
  return (
    <>
      {data?.list.map(record => (
        <div key={record.id} className="w-card fb-proposal">
          <span className="w-grow">
            {t('finance.bill.proposal', { day: record.day, name: record.proposedBy ?? '--' })}
          </span>
          {(['reject', 'approve'] as const)
            .filter(command => can(record, command))
            .map(command => (
              <Button
                key={command}
                size="small"
                type={command === 'approve' ? 'primary' : 'default'}
                onClick={() => setAsked({ command, record: { ...record } })}
              >
                {t(`finance.dayClose.${command}`)}…
              </Button>
            ))}
        </div>
      ))}
      {asked && (
        <CommandDialog
          resource={CLOSE}
          command={asked.command}
          records={[asked.record]}
          onDone={answer => {
            setAsked(null)
            if (answer) void invalidate('finance.dailyBill', 'finance.home')
          }}
        />
      )}
    </>
  )
}
