// The methods that the app calls. Generated from the method table: python Tests/Web/api_types.py

export interface Methods {
  'client.show': {
    params: {
      client: string;
      locale?: string | null;
    };
    result: {
      client: {
        id: string;
        key: string;
        name: string;
        initials: string;
        age: number | null;
        address: string | null;
        timeZone: string | null;
        birthDate: string | null;
        location: Location | null;
        phone: string | null;
        accessNote: string | null;
        emergencyContact: string | null;
        photo: string | null;
        memberIds: Array<string>;
        timeCritical: boolean;
        active: boolean;
        deceased: boolean;
        version: number;
        updatedAt: string;
        namePrefix: string | null;
        givenNames: Array<string>;
        familyName: string | null;
        nameSuffix: string | null;
        street: Array<string>;
        city: string | null;
        district: string | null;
        region: string | null;
        postalCode: string | null;
        country: string | null;
      };
    };
  };
  'device.enrol': {
    params: {
      code: string;
      name?: string | null;
      onlyWorker?: string | null;
      requestId: string;
      locale?: string | null;
      cookie?: boolean;
    };
    result: {
      device: Device;
      token: string;
    };
  };
  'device.leave': {
    params: {
      requestId: string;
      locale?: string | null;
    };
    result: {
      device: Device;
    };
  };
  'device.me': {
    params: {
      locale?: string | null;
    };
    result: {
      device: string;
      worker: string;
      name: string;
      timeZone: string;
      locale: string;
      agency: string | null;
      emergencyNumber: string;
      officePhone: string | null;
    };
  };
  'sync.now': {
    params: {
      wait?: number | null;
      requestId?: string | null;
      locale?: string | null;
    };
    result: {
      sync: Sync;
      changed: number;
      nextAt?: string;
      outcome: 'alone' | 'syncing' | 'synced' | 'incomplete' | 'savedLocally' | 'failed' | 'notSaved';
      text: string;
      problem?: string;
    };
  };
  'today': {
    params: {
      worker?: string | null;
      all?: boolean | null;
      date?: string | null;
      localDate?: string | null;
      ifNoneMatch?: string | null;
      locale?: string | null;
    };
    result: {
      heading: string;
      state: 'loading' | 'error' | 'offline' | 'empty' | 'default';
      worker: string;
      date: string;
      utcOffset: number;
      sync: Sync;
      banner?: Banner;
      emergency: Emergency;
      cards: Array<Open>;
      empty?: Empty;
      loading?: {
        message: string;
      };
      progress: Progress;
      forms: {
        inProgress: Completed;
        completed: Completed;
        progress: string;
        sync: {
          syncing: string;
          savedLocally: string;
        };
        headings: {
          today: string;
          date: string;
        };
      };
      epoch: string;
      announcement?: string;
      etag: string;
    } | {
      heading: string;
      dateLabel?: string;
      date: string;
      utcOffset: number;
      sync: Sync;
      banner?: Banner;
      emergency: Emergency;
      emergencies: Array<{
        display: {
          title: string;
          text: string;
          since: string;
          status: string;
          client: string | null;
          address: string | null;
          spoken: string;
        };
        id: string;
        worker: string;
        workerPhone?: string;
        visit: string | null;
        clientContact?: {
          name: string;
          phone: string | null;
          emergencyContact: string | null;
        };
        note: string | null;
        location: Location | null;
        at: string;
        receivedAt: string;
        clockSuspect: boolean;
        raisedBy: string;
        raises: number;
        state: 'raised' | 'acknowledged' | 'resolved';
        acknowledged: Resolved | null;
        resolved: Resolved | null;
        stored: boolean;
        version: number;
        updatedAt: string;
      }>;
      progress: Progress;
      titles: {
        alerts: string;
        free: string;
        open: string;
      };
      alerts: Array<{
        kind: 'late' | 'noNews' | 'missed' | 'overrun' | 'conflict' | 'overlap' | 'openNotTaken' | 'withdrawn' | 'notInCare';
        visit: string;
        worker: string | null;
        name: string;
        client: string;
        title: string;
        date?: string;
        text: string;
        since: string;
        state: 'open' | 'acknowledged' | 'resolved';
        status?: string;
        spoken: string;
      }>;
      hasMoreAlerts: boolean;
      rows: Array<{
        worker: string;
        name: string;
        state: 'emergency' | 'late' | 'inProgress' | 'scheduled' | 'done' | 'away' | 'free';
        mark: string;
        label: string;
        progress: Progress;
        current?: Next;
        next?: Next;
        overlaps?: Array<Next>;
        away?: string;
        alerts: number;
        spoken: string;
      }>;
      open: Array<Open>;
      empty?: Empty;
      etag: string;
    } | {
      notModified: boolean;
      etag: string;
    };
  };
  'visit.complete': {
    params: {
      visit: string;
      at?: string | null;
      localAt?: string | null;
      sentAt?: string | null;
      location?: Location2 | null;
      note?: string | null;
      dryRun?: boolean | null;
      timeZone?: string | null;
      offset?: string | null;
      requestId: string;
      expectedVersion?: number | null;
      locale?: string | null;
    };
    result: Result;
  };
  'visit.show': {
    params: {
      visit: string;
      locale?: string | null;
    };
    result: {
      visit: Visit;
    };
  };
  'visit.start': {
    params: {
      visit: string;
      at?: string | null;
      localAt?: string | null;
      sentAt?: string | null;
      location?: Location2 | null;
      dryRun?: boolean | null;
      timeZone?: string | null;
      offset?: string | null;
      requestId: string;
      expectedVersion?: number | null;
      locale?: string | null;
    };
    result: Result;
  };
}

interface Device {
  display: {
    title: string;
    status: string;
    expires?: string;
    lastHeard?: string;
  };
  id: string;
  worker: string;
  name: string | null;
  state: 'invited' | 'expired' | 'enrolled' | 'revoked';
  invitedAt: string;
  expiresAt: string;
  enrolledAt: string | null;
  lastHeardAt: string | null;
  revokedAt: string | null;
  reason: string | null;
  version: number;
  updatedAt: string;
}

interface Sync {
  state: 'synced' | 'syncing' | 'savedLocally' | 'failed';
  label: string;
  symbol: string;
  pendingChanges: number;
  lastSyncedAt?: string;
  retryAt?: string;
  retryInSeconds?: number;
}

interface Completed {
  mark: string;
  label: string;
}

interface Banner {
  kind: 'emergency' | 'error' | 'offline';
  message: string;
  reason?: 'diskFull' | 'diskFailing' | 'databaseDamaged';
  action?: string;
  dismissible: boolean;
  template?: string;
  retryAt?: string;
  statement?: string;
  countdown?: {
    language: string;
    forms: {
      one?: string;
      few?: string;
      many?: string;
      other?: string;
    };
    over: string;
  };
}

interface Emergency {
  canRaise: boolean;
  open?: {
    id: string;
    worker: string;
    name: string;
    since: string;
    state: 'raised' | 'acknowledged' | 'resolved';
  };
  label: string;
  hint: string;
}

interface Location {
  latitude: number;
  longitude: number;
  accuracy?: number;
}

interface Resolved {
  at: string;
  by: string;
  note: string | null;
}

interface Progress {
  completed: number;
  total: number;
  label: string;
}

interface Next {
  visit: string;
  client: string;
  title: string;
  time: string;
  until?: string;
  text: string;
  start: string;
  end: string;
}

interface Open {
  visit: string;
  client: string;
  title: string;
  time: string;
  address?: string;
  virtual?: Virtual;
  status: 'scheduled' | 'inProgress' | 'completed' | 'cancelled' | 'missed';
  mark: string;
  statusLabel: string;
  alert?: {
    kind: 'late' | 'noNews' | 'missed' | 'overrun' | 'conflict' | 'overlap' | 'openNotTaken' | 'withdrawn' | 'notInCare';
    text: string;
    since: string;
  };
  overlaps?: Array<{
    visit: string;
    title: string;
    time: string;
    text: string;
  }>;
  photo: string | null;
  initials: string;
  start: string;
  end: string;
  version: number;
  role: string;
  accessibilityLabel: string;
  spoken: string;
  spokenTemplate: string;
  accessibilityHint: string;
}

interface Empty {
  title: string;
  message?: string;
  symbol: string;
}

interface Virtual {
  text: string;
  link?: string;
}

interface CheckOut {
  at: string;
  receivedAt: string;
  location: Location | null;
  distance: number | null;
  method: string;
  clockSuspect?: boolean;
  farAway?: boolean;
  firstAt?: string;
  correction?: string;
  device?: string;
}

interface Visit {
  display: {
    title: string;
    worker: string;
    date: string;
    time: string;
    status: string;
    checkIn?: string;
    checkOut?: string;
    firstCheckIn?: string;
    firstCheckOut?: string;
    late?: string;
    alert?: string;
    typed: {
      start: string;
      end: string;
      checkIn?: string;
      checkOut?: string;
    };
    days?: Array<{
      date: string;
      time: string;
    }>;
  };
  id: string;
  worker: string | null;
  client: string;
  start: string;
  end: string;
  timeZone: string;
  address: string | null;
  addressParts?: {
    street: Array<string>;
    city: string | null;
    district: string | null;
    region: string | null;
    postalCode: string | null;
    country: string | null;
  };
  virtual?: Virtual;
  service: string | null;
  serviceCode?: string;
  purpose?: string;
  instruction?: string;
  status: 'scheduled' | 'inProgress' | 'completed' | 'cancelled' | 'missed';
  checkIn: CheckOut | null;
  checkOut: CheckOut | null;
  note: string | null;
  reason: string | null;
  missedBy: 'worker' | 'client' | 'agency' | null;
  series: string | null;
  attendances?: Array<{
    display: {
      worker: string;
      checkIn?: string;
      checkOut?: string;
    };
    worker: string;
    checkIn: CheckOut | null;
    checkOut: CheckOut | null;
  }>;
  version: number;
  updatedAt: string;
  sync: 'local' | 'pending' | 'synced' | 'parked';
}

interface Location2 {
  latitude: number;
  longitude: number;
  accuracy?: number | null;
  altitude?: unknown;
  altitudeAccuracy?: unknown;
  heading?: unknown;
  speed?: unknown;
}

interface Result {
  visit: Visit;
  card: Open;
  toast?: string;
  announcement?: string;
  warnings?: Array<{
    kind: 'farFromPlan' | 'inThePast';
    words: string;
  }>;
}

export type TodayView = Extract<Methods['today']['result'], { progress: unknown; cards: unknown }>;
export type Card = TodayView['cards'][number];
export type VisitView = Methods['visit.show']['result']['visit'];
export type VisitCardAnswer = Methods['visit.complete']['result'];
export type DeviceMe = Methods['device.me']['result'];

/** Problem details (RFC 9457), as the gateway answers a refusal. */
export interface Problem {
  title: string;
  status: number;
  detail: string;
  code: number;
  kind: string;
  /** Why a call is forbidden, unavailable, or refused by the gateway. */
  reason?: string;
  /** The limit that the call exceeds. */
  limit?: string;
  /** Seconds until the call may succeed. */
  retryAfter?: number;
  /** The parameter that is wrong, the rule that it violates, and its value. */
  field?: string;
  rule?: string;
  found?: unknown;
}
