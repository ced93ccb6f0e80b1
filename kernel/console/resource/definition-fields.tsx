import { useEffect, useId, useRef, useState } from 'react'
import { joinNames } from '../format/text.ts'
import { TabList, tabPanel } from '../ui/tabs/tab-list.tsx'
import { fieldWord, useWords, wordKeys } from '../words/use-words.ts'
import { FieldRow } from './field-row.tsx'
import { FilesOnTheWay } from '../documents/files-on-the-way.ts'
import { RivalNote } from './follow/rival-note.tsx'
import type { FilledGroup } from './form-values.ts'
import type { DefinitionForm } from './use-definition-form.ts'
import { focusField } from './use-form-errors.ts'
import './form.css'

/** Draws the fields of a definition's form, in its groups and tabs. Place it in a `<form className="w-form" noValidate>`. */
export function DefinitionFields({ form }: { form: DefinitionForm }) {
  const { resource, groups, errors, shownErrors } = form
  const { t } = useWords()
  const id = useId()
  const tabs = [...new Set(groups.map(({ tab }) => tab))]
  const [tab, setTab] = useState(tabs[0] ?? '')
  const shownTab = tabs.includes(tab) ? tab : (tabs[0] ?? '')
  const place = useRef<HTMLDivElement>(null)
  const first = groups.flatMap(group => keysOf(group)).find(key => key in errors)
  const firstTab = groups.find(group => first !== undefined && keysOf(group).includes(first))?.tab
  useEffect(() => {
    if (shownErrors === 0 || first === undefined) return
    if (firstTab !== undefined) setTab(firstTab)
    requestAnimationFrame(() => focusField(place.current, first))
    // Only newly shown errors move the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `first` and `firstTab` follow from the errors
  }, [shownErrors])
  const hasProblem = (one: string): boolean =>
    groups.some(group => group.tab === one && keysOf(group).some(key => key in errors))
  return (
    <FilesOnTheWay value={form.fileWait.files}>
      <div ref={place} className="w-form-part">
        {tabs.length > 1 && (
          <TabList
            id={id}
            label={t(wordKeys.noun(resource))}
            items={tabs.map(key => ({
              key,
              label: t(wordKeys.tab(resource, key)),
              problem: hasProblem(key) ? t('kit.tabProblem') : undefined,
            }))}
            value={shownTab}
            onChange={setTab}
          />
        )}
        {tabs.map(one => (
          <div
            key={one}
            className="w-form-part"
            hidden={one !== shownTab}
            {...(tabs.length > 1 ? tabPanel(id, one) : {})}
          >
            {groups
              .filter(group => group.tab === one)
              .map(group => (
                <Group key={group.group} group={group} form={form} />
              ))}
          </div>
        ))}
      </div>
    </FilesOnTheWay>
  )
}

const keysOf = ({ rows }: FilledGroup): string[] => rows.flat().map(([key]) => key)

function Group({ group, form }: { group: FilledGroup; form: DefinitionForm }) {
  const { resource } = form
  const { t } = useWords()
  const rows = <GroupRows group={group} form={form} />
  if (group.group === '') return rows
  return (
    <fieldset className="w-form-group">
      <legend>{t(wordKeys.group(resource, group.group))}</legend>
      {rows}
    </fieldset>
  )
}

function GroupRows({ group, form }: { group: FilledGroup; form: DefinitionForm }) {
  const { resource, record, values, errors, partErrors, labels, controls, filled, rivals, isSaving, set } = form
  const words = useWords()
  const filledNote = (key: string): string | undefined => {
    const names = filled[key]?.map(one => fieldWord(words, resource, one)) ?? []
    return names.length > 0 ? words.t('kit.filledIn', { names: joinNames(names, words.language) }) : undefined
  }
  return (
    <>
      {group.rows.map(row => (
        <div key={row.map(([key]) => key).join()} className="w-form-row">
          {row.map(([key, field]) => (
            <FieldRow
              key={key}
              column={key}
              field={record && field.kind === 'secret' ? { ...field, optional: true } : field}
              within={field.within === undefined ? undefined : resource.fields[field.within]}
              name={`${resource.name}.${key}`}
              label={fieldWord(words, resource, key)}
              values={values}
              errors={errors}
              parts={partErrors[key]}
              note={filledNote(key)}
              rival={
                key in rivals && (
                  <RivalNote
                    resource={resource}
                    column={key}
                    theirs={rivals[key]}
                    labels={labels}
                    onChoose={isTheirs => form.choose(key, isTheirs)}
                  />
                )
              }
              labels={labels}
              disabled={isSaving}
              {...(controls ? { slots: controls } : {})}
              onChange={set}
            />
          ))}
        </div>
      ))}
    </>
  )
}
