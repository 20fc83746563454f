const SWITCH = 'edison.fields'

/** Whether prompts are written in plain fields: what speaks or is spoken to reads them better than an editor. */
export const areFieldsPlain = (): boolean => localStorage.getItem(SWITCH) === 'plain'
export const setFieldsPlain = (plain: boolean): void => (plain ? localStorage.setItem(SWITCH, 'plain') : localStorage.removeItem(SWITCH))
