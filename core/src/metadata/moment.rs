//! A point in time as a page writes it, and its calendar.

use std::fmt;

/// Years that a date may have.
pub(crate) const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;

/// A day, with the time of day if the page has one. It is not converted to another time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    pub(crate) year: u32,
    pub(crate) month: u32,
    pub(crate) day: u32,
    /// Hour, minute, second.
    pub(super) time: Option<(u32, u32, u32)>,
    /// Minutes ahead of UTC.
    pub(super) offset: Option<i32>,
}

impl fmt::Display for Moment {
    /// Formats the moment by ISO 8601.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)?;
        let Some((hour, minute, second)) = self.time else { return Ok(()) };
        write!(f, "T{hour:02}:{minute:02}:{second:02}")?;
        match self.offset {
            None => Ok(()),
            Some(0) => write!(f, "Z"),
            Some(minutes) => {
                let sign = if minutes < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
            }
        }
    }
}

impl Moment {
    /// The day alone.
    pub(crate) fn day(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// A day of the calendar; `None` if there is no such day.
    pub(super) fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u32::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let is_day = (1..=12).contains(&month) && (1..=days).contains(&day);
        (YEARS.contains(&year) && is_day).then_some(Self {
            year,
            month,
            day,
            time: None,
            offset: None,
        })
    }

    /// The day with day and month exchanged; `None` if there is no such day.
    pub(crate) fn swap_day_and_month(&self) -> Option<Self> {
        Self::new(self.year, self.day, self.month)
    }

    /// Whether it is a placeholder that programs write for a missing date: the first second of 1970
    /// in any time zone, or the first day of 1900. Without a zone, any full hour may be the first.
    pub(crate) fn is_zero(&self) -> bool {
        let (hour, minute, second) = self.time.unwrap_or_default();
        let minutes = (hour * 60 + minute) as i32 - self.offset.unwrap_or_default();
        let is_hour = || minute == 0 && second == 0 && (hour == 0 || self.offset.is_none());
        match (self.year, self.month, self.day) {
            (1970, 1, 1) => is_hour() || (minutes == 0 && second == 0),
            (1969, 12, 31) => minutes == 24 * 60 && second == 0,
            (1900, 1, 1) => true,
            _ => false,
        }
    }

    /// A day of the Persian calendar; `None` if there is no such day.
    pub(super) fn from_persian(year: u32, month: u32, day: u32) -> Option<Self> {
        /// Days from the beginning of the count below to 1970.
        const BEFORE_1970: u32 = 355_668 + 719_528;
        let length = if month <= 6 { 31 } else { 30 };
        let is_day = (1..=12).contains(&month) && (1..=length).contains(&day);
        if !(1300..=1450).contains(&year) || !is_day {
            return None;
        }
        // Eight of 33 years are leap years; the count begins 1595 years before the calendar.
        let year = year + 1595;
        let before = if month <= 6 { (month - 1) * 31 } else { (month - 7) * 30 + 186 };
        let days = 365 * year + year / 33 * 8 + (year % 33).div_ceil(4) + before + day;
        // Pages have no earlier dates.
        let days = days.checked_sub(BEFORE_1970)?;
        let moment = Self::from_seconds(u64::from(days) * 86400)?;
        Some(Self { time: None, offset: None, ..moment })
    }

    /// The moment a number of seconds after 1970 began, in UTC.
    pub(super) fn from_seconds(seconds: u64) -> Option<Self> {
        // Howard Hinnant's algorithm converts days since 1970 to the civil calendar.
        let days = seconds / 86400 + 719_468;
        let era_day = days % 146_097;
        let era_year = (era_day - era_day / 1460 + era_day / 36524 - era_day / 146_096) / 365;
        let year_day = era_day - (365 * era_year + era_year / 4 - era_year / 100);
        let shifted = (5 * year_day + 2) / 153;
        let day = year_day - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = days / 146_097 * 400 + era_year + u64::from(month <= 2);
        let day_seconds = (seconds % 86400) as u32;
        let mut moment = Self::new(year as u32, month as u32, day as u32)?;
        moment.time = Some((day_seconds / 3600, day_seconds / 60 % 60, day_seconds % 60));
        moment.offset = Some(0);
        Some(moment)
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn days_of_the_persian_calendar() {
        let day = |year, month, day| Moment::from_persian(year, month, day).map(|day| day.day());
        assert_eq!(day(1402, 7, 11).as_deref(), Some("2023-10-03"));
        assert_eq!(day(1399, 12, 30).as_deref(), Some("2021-03-20"));
        assert_eq!(day(1403, 1, 1).as_deref(), Some("2024-03-20"));
        assert_eq!(day(1402, 7, 31), None);
        assert_eq!(day(2023, 7, 11), None);
    }
}
