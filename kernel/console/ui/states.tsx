import { InboxOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useWords } from '../words/use-words.ts'
import { SupportId } from './button/support-id.tsx'
import './states.css'

/** Draws an empty list, or an empty result after filtering, with the next step. */
export function EmptyState({
  title,
  text,
  action,
  icon,
  asHeading = false,
}: {
  title: string
  text?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  /** Makes the title the page's only heading. */
  asHeading?: boolean
}) {
  return (
    <div className="w-state">
      <span className="w-state-icon" aria-hidden="true">
        {icon ?? <InboxOutlined />}
      </span>
      {asHeading ? <h1 className="w-state-title">{title}</h1> : <p className="w-state-title">{title}</p>}
      {text && <p className="w-state-text">{text}</p>}
      {action && <div className="w-row w-wrap">{action}</div>}
    </div>
  )
}

/** Returns the message of a failure for a person. Errors that are no ApiError are bugs and share one message. */
export function messageOf(error: unknown, t: (key: string) => string): string {
  return error instanceof ApiError && error.message.length > 1 ? error.message : t('kit.error.unexpected')
}

/** Draws a part that could not be loaded, with its correlation id and a retry. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useWords()
  const requestId = error instanceof ApiError ? error.requestId : ''
  // Nothing is marked where there is no form: what is wrong stands here.
  const flaws = error instanceof ApiError ? [...new Set(Object.values(error.fields))] : []
  return (
    <div className="w-state" role="alert">
      <span className="w-state-icon" data-tone="bad" aria-hidden="true">
        <WarningOutlined />
      </span>
      {(flaws.length > 0 ? flaws : [messageOf(error, t)]).map(text => (
        <p key={text} className="w-state-title">
          {text}
        </p>
      ))}
      {requestId && (
        <p className="w-state-text">
          <SupportId id={requestId} />
        </p>
      )}
      {onRetry && (
        <Button icon={<ReloadOutlined />} onClick={onRetry}>
          {t('kit.retry')}
        </Button>
      )}
    </div>
  )
}

/** Draws grey bars in the shape of the coming content; announced once as "loading". */
export function Skeleton({ lines = 3, height = 14 }: { lines?: number; height?: number }) {
  const { t } = useWords()
  return (
    <output className="w-skeleton" aria-label={t('kit.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        // The bars are alike, so their index is their key.
        <span key={index} style={{ height, width: `${[92, 78, 86, 64][index % 4]}%` }} />
      ))}
    </output>
  )
}
