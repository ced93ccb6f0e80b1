import {
  anyResource,
  can,
  CommandDialog,
  Dialog,
  EmptyState,
  ErrorState,
  type RecordFrom,
  Skeleton,
  useInvalidate,
  useList,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { registration } from '../../contract/registration.ts'
import '../rights/rights.css'

type Application = RecordFrom<typeof registration>

/** Draws the applications for an account that wait for a decision, oldest first. */
export function Applications({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const [asked, setAsked] = useState<{ command: 'approve' | 'reject'; record: Application } | null>(null)
  const waiting = useList(registration, { page: 1, pageSize: 100, sort: 'createdAt', 'filter.state': 'waiting' })
  const list = waiting.data?.list
  return (
    <Dialog open kind="drawer" width={640} title={t('identity.employee.applications')} onClose={onClose}>
      {waiting.error && !list && <ErrorState error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {!list && !waiting.error && <Skeleton lines={6} />}
      {list?.length === 0 && <EmptyState title={t('identity.employee.noApplications')} />}
      <ul className="id-cards">
        {list?.map(one => (
          <li key={one.id} className="w-card w-card-pad">
            <p className="w-row w-wrap">
              <strong>{one.displayName}</strong>
              <span className="w-mono">{one.loginName}</span>
              <span className="w-grow" />
              <span className="w-quiet">
                <When at={one.createdAt} />
              </span>
            </p>
            <p>
              {one.phone}
              {one.email && ` · ${one.email}`}
            </p>
            {one.note && <p>{one.note}</p>}
            <p className="w-quiet">
              {t('identity.registration.expiresAt')} <When at={one.expiresAt} />
            </p>
            <div className="w-row w-wrap">
              {(['approve', 'reject'] as const)
                .filter(command => can(one, command))
                .map(command => (
                  <Button
                    key={command}
                    size="small"
                    type={command === 'approve' ? 'primary' : 'default'}
                    danger={command === 'reject'}
                    onClick={() => setAsked({ command, record: one })}
                  >
                    {t(`identity.registration.${command}`)}
                  </Button>
                ))}
            </div>
          </li>
        ))}
      </ul>
      {asked && (
        <CommandDialog
          resource={anyResource(registration)}
          command={asked.command}
          records={[{ ...asked.record }]}
          onDone={answer => {
            setAsked(null)
            // An approved application creates a person.
            if (answer) void invalidate('identity.user')
          }}
        />
      )}
    </Dialog>
  )
}
