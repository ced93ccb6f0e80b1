import { changeSettings, Dialog, useSettings, useWords } from '@wattyard/console-kit'
import { Fragment } from 'react'
import { KEYS } from './shortcuts.ts'
import './palette.css'

/** Draws the list of the shell's keys, and the switch for single keys. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const singleKeys = useSettings(settings => settings.singleKeys)
  return (
    <Dialog open width={560} title={t('shell.keys.title')} onClose={onClose}>
      <dl className="s-keys">
        {KEYS.map(([word, keys]) => (
          <Fragment key={word}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{t(`shell.keys.does.${word}`)}</dd>
          </Fragment>
        ))}
      </dl>
      <label className="w-row">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={event => changeSettings({ singleKeys: event.target.checked })}
        />
        {t('shell.keys.single')}
      </label>
    </Dialog>
  )
}
