"""Synthetic people with a believable chart: years of visits, measurements, results, drugs and vaccines.

Takes: a store to write to, and today's date, because charts end a few weeks ago wherever they are entered. Gives: the
numbers under which the people are known. Never: enters anybody on its own; a site has nobody until it is asked.
"""

from devstack.ehr.people.entering import EnteredChart, enter_chart, enter_people
from devstack.ehr.people.stories import STORIES, ChartStory

__all__ = ["STORIES", "ChartStory", "EnteredChart", "enter_chart", "enter_people"]
