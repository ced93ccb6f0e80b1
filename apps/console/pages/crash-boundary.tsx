import { Button } from 'antd'
import { copyText, EmptyState, toast, useWords } from '@wattyard/console-kit'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { scrub } from '../errors/scrub.ts'

interface CrashBoundaryProps {
  children: ReactNode
  /** Builds the page again. */
  onRetry: () => void
}

/** Shows the error of a page that failed, while the shell and the other pages keep working. */
export class CrashBoundary extends Component<CrashBoundaryProps, { error: Error | null; stack: string }> {
  override state = { error: null, stack: '' }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(_error: Error, info: ErrorInfo): void {
    this.setState({ stack: info.componentStack ?? '' })
  }

  override render(): ReactNode {
    const { error, stack } = this.state
    if (error === null) return this.props.children
    return (
      <Crash
        error={error}
        stack={stack}
        onRetry={() => {
          this.setState({ error: null })
          this.props.onRetry()
        }}
      />
    )
  }
}

function Crash({ error, stack, onRetry }: { error: Error; stack: string; onRetry: () => void }) {
  const { t } = useWords()
  const copy = async (): Promise<void> => {
    // The query may identify people or hold a token, so the report omits it.
    const report = scrub([error.message, location.pathname, navigator.userAgent, error.stack ?? '', stack].join('\n'))
    if (await copyText(report)) toast.good(t('shell.crash.copied'))
    else toast.warn(report.slice(0, 500))
  }
  return (
    <div role="alert">
      <EmptyState
        title={t('shell.crash.title')}
        text={
          <>
            {t('shell.crash.text')}
            <br />
            <span className="w-mono">{error.message}</span>
          </>
        }
        action={
          <>
            <Button type="primary" onClick={onRetry}>
              {t('kit.retry')}
            </Button>
            <Button onClick={() => void copy()}>{t('shell.crash.copy')}</Button>
          </>
        }
      />
    </div>
  )
}
