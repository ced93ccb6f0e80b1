import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useWords, wordKeys } from '../../words/use-words.ts'
import { usePage } from '../page-context.tsx'
import { commandsFor, useDeleteWithQuestion } from '../row-actions.ts'

/** Draws the actions on all chosen records above the table, while any record is chosen. */
export function BatchBar() {
  const { resource, chosen, choose, open } = usePage()
  const { t } = useWords()
  const remove = useDeleteWithQuestion()
  const records = [...chosen.values()]
  const commands = commandsFor(resource, records, ['batch'])
  const isDeletable = records.length > 0 && records.every(record => record.can.includes('delete'))
  return (
    <div className="w-batch w-no-print" data-shown={records.length > 0 ? '' : undefined} inert={records.length === 0}>
      <output className="w-num">{records.length > 0 && t('kit.chosenCount', { count: records.length })}</output>
      {commands.map(command => (
        <Button key={command} size="small" onClick={() => open({ kind: 'command', command, records })}>
          {t(wordKeys.command(resource, command))}
        </Button>
      ))}
      {isDeletable && (
        <Button size="small" danger onClick={() => void remove(records).then(gone => gone && choose(records, false))}>
          {t('kit.delete')}
        </Button>
      )}
      {records.length > 0 && commands.length === 0 && !isDeletable && (
        <span className="w-quiet">{t('kit.noBatchAction')}</span>
      )}
      <button
        type="button"
        className="w-icon-button"
        aria-label={t('kit.chooseNone')}
        onClick={() => choose(records, false)}
      >
        <CloseOutlined />
      </button>
    </div>
  )
}
