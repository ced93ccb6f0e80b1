import { CopyOutlined, DeleteOutlined } from '@ant-design/icons'
import { copyText, Dialog, EmptyState, Fact, Facts, toast, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type LoggedError, reportOf } from './error-list.ts'
import { clearErrors, useErrorLog } from './error-log.ts'
import './error-dialog.css'

/**
 * Draws the contract's error log: message, info, address and stack of each error. All can be copied as one report, or cleared.
 */
export function ErrorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const list = useErrorLog(log => log.list)
  const copy = async (): Promise<void> => {
    const text = reportOf(list, `${t('shell.product')} ${navigator.userAgent}`)
    if (await copyText(text)) toast.good(t('shell.crash.copied'))
    else toast.warn(t('shell.errors.copyFailed'))
  }
  return (
    <Dialog
      open
      width={960}
      title={t('shell.errors.title')}
      onClose={onClose}
      foot={
        <>
          <span className="w-grow w-quiet">{t('shell.errors.scrubbed')}</span>
          <Button icon={<DeleteOutlined />} disabled={list.length === 0} onClick={clearErrors}>
            {t('shell.errors.clear')}
          </Button>
          <Button type="primary" icon={<CopyOutlined />} disabled={list.length === 0} onClick={() => void copy()}>
            {t('shell.crash.copy')}
          </Button>
        </>
      }
    >
      {list.length === 0 && <EmptyState title={t('shell.errors.none')} />}
      <ul className="s-errors">
        {list.toReversed().map(one => (
          <ErrorEntry key={one.id} one={one} />
        ))}
      </ul>
    </Dialog>
  )
}

function ErrorEntry({ one }: { one: LoggedError }) {
  const { t } = useWords()
  return (
    <li>
      <p className="s-error-head">
        <span className="w-tag" data-tone="bad">
          {t(`shell.errors.kind.${one.kind}`)}
        </span>
        <When at={one.at} />
        {one.times > 1 && <span className="w-quiet">× {one.times}</span>}
      </p>
      <Facts>
        <Fact label={t('shell.errors.message')}>{one.message}</Fact>
        {one.info && <Fact label={t('shell.errors.info')}>{one.info}</Fact>}
        <Fact label={t('shell.errors.address')}>{one.address}</Fact>
        {one.status > 0 && <Fact label={t('shell.errors.status')}>{one.status}</Fact>}
        {one.requestId && <Fact label={t('shell.errors.requestId')}>{one.requestId}</Fact>}
      </Facts>
      {one.stack && (
        <details>
          <summary>{t('shell.errors.stack')}</summary>
          <pre className="w-mono">{one.stack}</pre>
        </details>
      )}
    </li>
  )
}
